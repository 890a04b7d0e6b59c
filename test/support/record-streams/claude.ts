import { calling, claudeCalls, fails, htmlPage, longText, text } from '../model-server'
import type { Recording } from './recording'
import { broken, partial, schema, slow } from './shared'

const { read, edit, write, bash, structured } = claudeCalls
const schemaArgs = (): readonly string[] => ['--json-schema', JSON.stringify(schema)]

export const claudeRecordings: Readonly<Record<string, Recording>> = {
  plain: {
    about: 'A plain answer.',
    mode: 'read',
    prompt: 'Say hello.',
    scenario: [text('Hello. There is nothing to change.')],
  },
  'text-only': {
    about: 'No tool on offer.',
    mode: 'text',
    prompt: 'Summarise this.',
    scenario: [text('A summary.')],
  },
  thinking: {
    about: 'A thinking block, then text.',
    mode: 'read',
    scenario: [text('The answer is forty-two.', { thinking: 'Let me think about it for a moment.' })],
  },
  'partial-messages': {
    about: 'The same with token-level events (--include-partial-messages).',
    mode: 'read',
    args: () => ['--include-partial-messages'],
    scenario: [text('The answer is forty-two.', { thinking: 'Let me think about it.', chunk: 12 })],
  },
  'read-edit': {
    about: 'Reads a file, then edits it.',
    mode: 'write',
    prompt: 'Fix the bug in src/add.js.',
    scenario: [
      text('I will read the file first.', { calls: [read('src/add.js')] }),
      calling(edit('src/add.js', 'return a - b;', 'return a + b;')),
      text('Fixed: add now adds.'),
    ],
  },
  'edit-failed': {
    about: 'An edit whose text is not in the file.',
    mode: 'write',
    scenario: [
      calling(read('src/add.js')),
      calling(edit('src/add.js', 'no such line', 'x')),
      text('The edit failed.'),
    ],
  },
  create: {
    about: 'Creates a file in a new folder.',
    mode: 'write',
    scenario: [calling(write('docs/guide.md', '# Guide\n\nA small one.\n')), text('Created docs/guide.md.')],
  },
  delete: {
    about: 'Deletes a file; there is no tool for it but the shell.',
    mode: 'run',
    scenario: [calling(bash('rm notes.txt', 'Delete the notes')), text('Deleted notes.txt.')],
  },
  search: {
    about: 'Two tools in one response: Glob and Grep.',
    mode: 'read',
    scenario: [
      calling(
        { name: 'Glob', input: { pattern: '**/*.js' } },
        { name: 'Grep', input: { pattern: 'return', output_mode: 'content' } },
      ),
      text('One match.'),
    ],
  },
  'run-command': {
    about: 'A command that works, then one that ends with status 3.',
    mode: 'run',
    scenario: [
      calling(bash('ls && cat notes.txt', 'List files')),
      calling(bash('echo checking; echo wrong >&2; exit 3', 'Run a failing check')),
      text('The check failed with status 3.'),
    ],
  },
  'denied-tool': {
    about: 'A tool that is not on offer, and reads outside the workspace, which are denied.',
    mode: 'read',
    scenario: [
      calling(write('x.txt', 'x')),
      calling({ name: 'Read', input: { file_path: '/etc/hostname' } }),
      calling({ name: 'Read', input: { file_path: '{cwd}/../home/.profile' } }),
      text('I was not allowed to do that.'),
    ],
  },
  'denied-write': {
    about: 'Writes outside the workspace and into .git are denied.',
    mode: 'write',
    scenario: [
      calling(write('../outside.txt', 'x')),
      calling(write('.git/hooks/pre-commit', '#!/bin/sh\n')),
      text('Refused.'),
    ],
  },
  'schema-valid': {
    about: 'Structured output, right at once.',
    mode: 'read',
    args: schemaArgs,
    scenario: [calling(structured({ verdict: 'pass', score: 9 })), text('Done.')],
  },
  'schema-corrected': {
    about: 'Structured output, first wrong, then right.',
    mode: 'read',
    args: schemaArgs,
    scenario: [
      calling(structured({ verdict: 'maybe', score: 'nine' })),
      calling(structured({ verdict: 'fail', score: 2 })),
      text('Done.'),
    ],
  },
  'schema-ignored': {
    about: 'Prose although a schema was given: success without structured output.',
    mode: 'read',
    args: schemaArgs,
    scenario: { steps: [], rest: text('I would say it passes.') },
  },
  'schema-invalid': {
    about: 'Structured output that is wrong every time.',
    mode: 'read',
    args: schemaArgs,
    scenario: { steps: [], rest: calling(structured({ verdict: 'maybe' })) },
  },
  'overloaded-then-ok': {
    about: '529 twice, then an answer.',
    mode: 'read',
    scenario: [{ ...fails(529), times: 2 }, text('Recovered.')],
  },
  'unavailable-then-ok': {
    about: '503, then an answer.',
    mode: 'read',
    scenario: [fails(503), text('Recovered.')],
  },
  'rate-limit-then-ok': {
    about: '429 with retry-after 1, then an answer.',
    mode: 'read',
    scenario: [fails(429, { retryAfter: 1 }), text('Recovered.')],
  },
  'rate-limit-exhausted': {
    about: '429 until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: fails(429, { retryAfter: 1 }) },
  },
  'overloaded-exhausted': {
    about: '529 until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: fails(529) },
  },
  'bad-gateway': {
    about: '502 with a page of HTML until the retries are used up.',
    mode: 'read',
    scenario: { steps: [], rest: { ...htmlPage, status: 502 } },
  },
  'subscription-limit': {
    about: "A subscription's limit is reached: not retried, with the time of its reset.",
    mode: 'read',
    environment: { ANTHROPIC_API_KEY: null, CLAUDE_CODE_OAUTH_TOKEN: 'test-token' },
    scenario: {
      steps: [],
      rest: fails(429, {
        headers: {
          'anthropic-ratelimit-unified-status': 'rejected',
          'anthropic-ratelimit-unified-reset': '1893456000',
          'anthropic-ratelimit-unified-representative-claim': 'five_hour',
        },
      }),
    },
  },
  'auth-failed': {
    about: '401: a wrong key, which is retried too.',
    mode: 'read',
    scenario: { steps: [], rest: fails(401) },
  },
  'not-signed-in': {
    about: 'No key and no sign-in at all.',
    mode: 'read',
    environment: { ANTHROPIC_API_KEY: null },
    scenario: [],
  },
  forbidden: { about: '403.', mode: 'read', scenario: { steps: [], rest: fails(403) } },
  'bad-request': { about: '400.', mode: 'read', scenario: { steps: [], rest: fails(400) } },
  billing: {
    about: '400: no credit left.',
    mode: 'read',
    scenario: {
      steps: [],
      rest: fails(400, { message: 'Your credit balance is too low to access the Anthropic API.' }),
    },
  },
  'prompt-too-long': {
    about: '400: the prompt is too long.',
    mode: 'read',
    scenario: {
      steps: [],
      rest: fails(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
    },
  },
  'unknown-model': {
    about: '404 for the model.',
    mode: 'read',
    model: 'no-such-model',
    scenario: { steps: [], rest: fails(404) },
  },
  refusal: {
    about: 'The model stops with the reason refusal.',
    mode: 'read',
    scenario: [text('I can’t', { stop: 'refusal' })],
  },
  'max-turns': {
    about: "The program's own turn limit.",
    mode: 'read',
    args: () => ['--max-turns', '2'],
    scenario: { steps: [], rest: calling(read('src/add.js')) },
  },
  'stream-reset': {
    about: 'The connection is reset in mid-stream; one request without a stream follows.',
    mode: 'read',
    scenario: broken('reset'),
  },
  'stream-truncated': { about: 'The stream ends too early.', mode: 'read', scenario: broken('truncate') },
  'stream-malformed': { about: 'An event that is no JSON.', mode: 'read', scenario: broken('malformed') },
  'stream-error': {
    about: 'An error event in mid-stream.',
    mode: 'read',
    scenario: [
      { ...partial, break: { how: 'error', code: 'overloaded_error', message: 'Overloaded' } },
      text('Recovered.'),
    ],
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
  'interrupted-early': {
    about: 'SIGINT before the model has answered anything.',
    mode: 'read',
    signal: 'SIGINT',
    scenario: [{ type: 'silence' }],
  },
  terminated: { about: 'SIGTERM in mid-stream.', mode: 'read', signal: 'SIGTERM', scenario: slow },
}
