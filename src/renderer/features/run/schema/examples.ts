/** A schema to begin with. `asks`: what the prompt should ask for with it. */
export type SchemaExample = {
  readonly id: string
  readonly title: string
  readonly asks: string
  readonly schema: Readonly<Record<string, unknown>>
}

const text = (description: string) => ({ type: 'string', description })

/** Every object names all its fields as required and allows no others: both vendors' strict modes take that form. */
const object = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export const schemaExamples: readonly SchemaExample[] = [
  {
    id: 'findings',
    title: 'Review findings',
    asks: 'A review: each finding with its file, line and severity.',
    schema: object({
      findings: {
        type: 'array',
        items: object({
          file: text('Path from the top of the repository'),
          line: { type: ['integer', 'null'], description: 'Null where it is about the whole file' },
          severity: { type: 'string', enum: ['low', 'medium', 'high'] },
          problem: text('What is wrong, in one sentence'),
          suggestion: text('What to do instead'),
        }),
      },
      summary: text('The review in two or three sentences'),
    }),
  },
  {
    id: 'changes',
    title: 'Summary of changes',
    asks: 'What was changed and why, for a commit or a pull request.',
    schema: object({
      title: text('At most 72 characters, in the imperative'),
      summary: text('What was changed and why'),
      files: {
        type: 'array',
        items: object({ path: text('Path from the top of the repository'), change: text('In one sentence') }),
      },
      testsRun: { type: 'boolean' },
      openQuestions: { type: 'array', items: { type: 'string' } },
    }),
  },
  {
    id: 'decision',
    title: 'Yes or no',
    asks: 'A decision with its reason.',
    schema: object({
      answer: { type: 'string', enum: ['yes', 'no', 'unclear'] },
      reason: text('In two or three sentences'),
      evidence: { type: 'array', items: { type: 'string' }, description: 'Files and lines that show it' },
    }),
  },
]

/** An example as it is put into the editor. */
export const exampleText = ({ schema }: SchemaExample): string => JSON.stringify(schema, null, 2)
