import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Button, Switch, TextArea } from '../../../ui'
import type { Draft } from '../draft'
import { exampleText, schemaExamples } from './examples'
import { formatSchema, readSchema } from './read-schema'
import styles from './schema-editor.module.css'
import type { SchemaCheck } from './use-schema-check'

export type SchemaEditorProps = {
  readonly draft: Draft
  readonly check: SchemaCheck
  readonly onChange: (patch: Partial<Draft>) => void
}

/** Asks for a final message that meets a JSON Schema: off until it is wanted. */
export function SchemaEditor({ draft, check, onChange }: SchemaEditorProps) {
  return (
    <section className={styles.editor} aria-label="Structured result">
      <Switch
        label="Ask for a structured result"
        description="The agent’s final message has to be JSON that meets your schema. Glovebox checks it, whatever the agent says."
        checked={draft.hasSchema}
        onChange={(hasSchema) => onChange({ hasSchema })}
      />
      {draft.hasSchema && <Editor draft={draft} check={check} onChange={onChange} />}
    </section>
  )
}

function Editor({ draft, check, onChange }: SchemaEditorProps) {
  const formatted = formatSchema(draft.schema)
  return (
    <>
      <div className={styles.bar}>
        <span className="dim">Examples:</span>
        {schemaExamples.map((example) => (
          <Button
            key={example.id}
            size="small"
            title={example.asks}
            onClick={() => onChange({ schema: exampleText(example) })}
          >
            {example.title}
          </Button>
        ))}
        <span className="grow" />
        <Button
          size="small"
          variant="ghost"
          disabled={formatted === null || formatted === draft.schema}
          onClick={() => onChange({ schema: formatted ?? draft.schema })}
        >
          Format
        </Button>
      </div>
      <TextArea
        label="JSON Schema of the result"
        rows={12}
        spellCheck={false}
        autoComplete="off"
        className={styles.text}
        value={draft.schema}
        error={errorOf(draft.schema, check)}
        hint={<State check={check} />}
        onChange={(event) => onChange({ schema: event.target.value })}
      />
    </>
  )
}

function errorOf(text: string, check: SchemaCheck): string | null {
  const { error } = readSchema(text)
  if (error !== null || check.state !== 'wrong') return error
  const pointer = check.error.details['pointer']
  return typeof pointer === 'string' && pointer !== '' && !check.error.message.includes(pointer)
    ? `At ${pointer}: ${check.error.message}`
    : check.error.message
}

function State({ check }: { readonly check: SchemaCheck }) {
  switch (check.state) {
    case 'good':
      return (
        <span className={styles.good}>
          <Check size={13} aria-hidden /> This schema can be used.
        </span>
      )
    case 'unchecked':
      return (
        <span className={styles.unchecked}>
          <TriangleAlert size={13} aria-hidden /> It could not be checked now: {check.error.message}
        </span>
      )
    case 'checking':
      return (
        <span className={styles.state}>
          <LoaderCircle size={13} aria-hidden /> Checking…
        </span>
      )
    default:
      return null
  }
}
