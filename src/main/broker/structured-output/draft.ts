import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ok, type Result } from '../../../shared'
import type { JsonObject } from './json'
import { schemaInvalid } from './schema-error'

/** The JSON Schema drafts Glovebox validates by. */
export type Draft = '2020-12' | '07'

const drafts: ReadonlyMap<string, Draft> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft-07/schema', '07'],
])

/** The draft that `$schema` names; without one, 2020-12. */
export function detectDraft(schema: JsonObject): Result<Draft> {
  const named = schema['$schema']
  if (named === undefined) return ok('2020-12')
  const draft = typeof named === 'string' ? drafts.get(named.replace(/#$/, '')) : undefined
  if (draft !== undefined) return ok(draft)
  const known = [...drafts.keys()].join(' and ')
  const wayOut = `Supported are ${known}. Without "$schema", 2020-12 is meant.`
  return schemaInvalid('unsupported_draft', '/$schema', named, 'this draft is not supported', wayOut)
}

/**
 * `format` is an annotation here: nothing checks it. Names of Object.prototype are no members of a value
 * (`ownProperties`). Nothing is fetched: there is no `loadSchema`, and references are checked before.
 */
const options: Options = {
  strict: false,
  logger: false,
  validateFormats: false,
  ownProperties: true,
  inlineRefs: false,
}

function createAjv(draft: Draft, more: Options): Ajv | Ajv2020 {
  switch (draft) {
    case '2020-12':
      return new Ajv2020({ ...options, ...more })
    case '07':
      return new Ajv({ ...options, ...more })
  }
}

/** Generates one validator; the schema was checked before. `allErrors`: it goes on after the first error, with values. */
export function createGenerator(draft: Draft, allErrors: boolean): Ajv | Ajv2020 {
  return createAjv(draft, { meta: false, validateSchema: false, allErrors, verbose: allErrors })
}

/** Knows the draft's own schema. Making one takes long. */
export function createDraftChecker(draft: Draft): Ajv | Ajv2020 {
  return createAjv(draft, {})
}
