import { join } from 'node:path'
import { sampleFiles } from '../agents/run-agent'
import { calling, codexCalls, fails, htmlPage, longText, patchParts, text } from '../model-server'
import type { Recording } from './recording'
import { broken, partial, schema, slow } from './shared'

const { shell, patch } = codexCalls
const { add, remove, update } = patchParts
const withSchema = {
  files: { ...sampleFiles, 'schema.json': JSON.stringify(schema) },
  args: ({ workspace }: { readonly workspace: string }) => [
    '--output-schema',
    join(workspace, 'schema.json'),
  ],
}

export const codexRecordings: Readonly<Record<string, Recording>> = {
  plain: {
    about: 'A plain answer.',
    mode: 'read',
    prompt: 'Say hello.',
    scenario: [text('Hello. There is nothing to change.')],
  },
  'text-only': {
    about: 'No shell on offer.',
    mode: 'text',
    prompt: 'Summarise this.',
    scenario: [text('A summary.')],
  },
  reasoning: {
    about: 'A summary of reasoning, then text.',
    mode: 'read',
    scenario: [text('The answer is forty-two.', { thinking: '**Thinking it over**\n\nLet me think.' })],
  },
  'read-edit': {
    about: 'Reads a file with a command, then patches it.',
    mode: 'write',
    prompt: 'Fix the bug in src/add.js.',
    scenario: [
      text('I will read the file first.', { calls: [shell('cat src/add.js')] }),
      calling(patch(update('src/add.js', '  return a - b;', '  return a + b;'))),
      text('Fixed: add now adds.'),
    ],
  },
  create: {
    about: 'Creates a file in a new folder.',
    mode: 'write',
    scenario: [
      calling(patch(add('docs/guide.md', '# Guide\n\nA small one.\n'))),
      text('Created docs/guide.md.'),
    ],
  },
  delete: {
    about: 'Deletes a file.',
    mode: 'write',
    scenario: [calling(patch(remove('notes.txt'))), text('Deleted notes.txt.')],
  },
  'many-changes': {
    about: 'One patch that adds, changes and deletes.',
    mode: 'write',
    scenario: [
      calling(
        patch(
          add('docs/guide.md', '# Guide\n'),
          update('src/add.js', '  return a - b;', '  return a + b;'),
          remove('notes.txt'),
        ),
      ),
      text('Three files changed.'),
    ],
  },
  move: {
    about: 'A patch that moves a file: only the old path is told.',
    mode: 'write',
    scenario: [
      calling(
        patch(
          '*** Update File: src/add.js\n*** Move to: src/sum.js\n@@\n-  return a - b;\n+  return a + b;\n',
        ),
      ),
      text('Moved.'),
    ],
  },
  'patch-failed': {
    about: 'A patch that does not apply: no event tells it.',
    mode: 'write',
    scenario: [calling(patch(update('src/add.js', 'no such line', 'x'))), text('The patch did not apply.')],
  },
  'run-command': {
    about: 'A command that works, then one that ends with status 3, outside the inner sandbox.',
    mode: 'run',
    scenario: [
      text('Looking at the files.', { calls: [shell('ls && cat notes.txt')] }),
      calling(shell('echo checking; echo wrong >&2; exit 3')),
      text('The check failed with status 3.'),
    ],
  },
  'command-left-running': {
    about: 'A command that still runs when the turn ends: started, never completed.',
    mode: 'run',
    scenario: [calling(shell('echo one; sleep 20', 300)), text('Leaving it.')],
  },
  'denied-tool': {
    about: "Read only: a command's write fails, a patch is rejected without an event.",
    mode: 'read',
    scenario: [
      calling(shell('touch made.txt; echo status=$?')),
      calling(patch(update('src/add.js', '  return a - b;', '  return a + b;'))),
      text('I was not allowed to do that.'),
    ],
  },
  'denied-write': {
    about: 'Writes outside the workspace and into .git fail.',
    mode: 'write',
    scenario: [
      calling(shell('touch ../outside.txt; touch .git/x; touch inside.txt; ls')),
      text('Only inside.'),
    ],
  },
  'schema-valid': {
    about: 'Structured output.',
    mode: 'read',
    ...withSchema,
    scenario: [text('{"verdict":"pass","score":9}')],
  },
  'schema-wrong': {
    about: 'Structured output of the wrong form: success, since the program does not check.',
    mode: 'read',
    ...withSchema,
    scenario: [text('{"verdict":"maybe","score":"nine"}')],
  },
  'schema-ignored': {
    about: 'Prose although a schema was given: success.',
    mode: 'read',
    ...withSchema,
    scenario: [text('I would say it passes.')],
  },
  'unavailable-then-ok': {
    about: '503 twice, then an answer: nothing of it in the output.',
    mode: 'read',
    scenario: [{ ...fails(503), times: 2 }, text('Recovered.')],
  },
  'rate-limit-then-ok': {
    about: '429 with retry-after 1, then an answer.',
    mode: 'read',
    scenario: [fails(429, { retryAfter: 1 }), text('Recovered.')],
  },
  'rate-limit-exhausted': {
    about: '429 until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: fails(429, { retryAfter: 0 }) },
  },
  'unavailable-exhausted': {
    about: '503 until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: fails(503) },
  },
  'at-capacity': {
    about: '503 with the code of an overloaded model until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: fails(503, { code: 'server_is_overloaded' }) },
  },
  'bad-gateway': {
    about: '502 with a page of HTML until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: { ...htmlPage, status: 502 } },
  },
  'server-error': {
    about: '500 until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: fails(500) },
  },
  'usage-limit': {
    about: "A plan's limit is reached: not retried, the time of its reset only as prose.",
    mode: 'read',
    scenario: {
      steps: [],
      rest: {
        type: 'body',
        status: 429,
        contentType: 'application/json',
        body: '{"error":{"type":"usage_limit_reached","message":"The usage limit has been reached","plan_type":"plus","resets_at":1893456000,"resets_in_seconds":3600}}',
      },
    },
  },
  quota: {
    about: 'The quota is used up.',
    mode: 'read',
    scenario: {
      steps: [],
      rest: fails(429, {
        kind: 'insufficient_quota',
        code: 'insufficient_quota',
        message: 'You exceeded your current quota.',
      }),
    },
  },
  'auth-failed': {
    about: '401: a wrong key, which is retried too.',
    mode: 'read',
    scenario: { steps: [], rest: fails(401) },
  },
  'not-signed-in': {
    about: 'No key at all.',
    mode: 'read',
    environment: { AGENT_MODEL_KEY: null },
    scenario: [],
  },
  forbidden: { about: '403.', mode: 'read', scenario: { steps: [], rest: fails(403) } },
  'bad-request': {
    about: '400: the message is the raw body.',
    mode: 'read',
    scenario: { steps: [], rest: fails(400) },
  },
  'context-overflow': {
    about: 'The context is full.',
    mode: 'read',
    scenario: {
      steps: [],
      rest: {
        ...partial,
        break: {
          how: 'error',
          after: 2,
          code: 'context_length_exceeded',
          message: 'Your input exceeds the context window of this model.',
        },
      },
    },
  },
  overloaded: {
    about: 'response.failed, overloaded: not retried.',
    mode: 'read',
    scenario: {
      steps: [],
      rest: {
        ...partial,
        break: { how: 'error', after: 2, code: 'server_is_overloaded', message: 'Overloaded' },
      },
    },
  },
  'model-missing': { about: '404 for the model.', mode: 'read', scenario: { steps: [], rest: fails(404) } },
  'unknown-model': {
    about: 'A model name the program does not know: a warning, and no patches.',
    mode: 'read',
    model: 'some-other-model',
    scenario: [text('Hello.')],
  },
  refusal: {
    about: 'The model declines in a refusal part.',
    mode: 'read',
    scenario: [text('I can’t help with that.', { stop: 'refusal' })],
  },
  'content-filter': {
    about: 'A filter stops the response: retried like a broken stream.',
    mode: 'read',
    scenario: { steps: [], rest: text('Partial', { stop: 'content_filter' }) },
  },
  'max-output-tokens': {
    about: 'The response is cut at its token limit.',
    mode: 'read',
    scenario: { steps: [], rest: text('Partial', { stop: 'max_tokens' }) },
  },
  'stream-reset': {
    about: 'The connection is reset in mid-stream, then an answer.',
    mode: 'read',
    scenario: broken('reset'),
  },
  'stream-truncated': {
    about: 'The stream ends too early, then an answer.',
    mode: 'read',
    scenario: broken('truncate'),
  },
  'stream-malformed': {
    about: 'An event that is no JSON, then an answer.',
    mode: 'read',
    scenario: broken('malformed'),
  },
  'stream-exhausted': {
    about: 'Every stream ends too early.',
    mode: 'read',
    scenario: { steps: [], rest: { ...partial, break: { how: 'truncate' } } },
  },
  'html-page': {
    about: "A network's sign-in page instead of the API.",
    mode: 'read',
    scenario: { steps: [], rest: htmlPage },
  },
  'long-answer': {
    about: 'An answer of 200 kB.',
    mode: 'read',
    scenario: [text(longText(200_000), { chunk: 4_000 })],
  },
  'empty-answer': {
    about: 'The model answers nothing.',
    mode: 'read',
    scenario: { steps: [], rest: text('') },
  },
  interrupted: { about: 'SIGINT in mid-stream.', mode: 'read', signal: 'SIGINT', scenario: slow },
  terminated: { about: 'SIGTERM in mid-stream.', mode: 'read', signal: 'SIGTERM', scenario: slow },
}
