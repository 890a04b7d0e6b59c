import { describe, expect, it } from 'vitest'
import { lines, ofType, parse } from './helpers'

const { block, text, call, answer, fails, result } = lines

describe('tools', () => {
  const used = (name: string, input: object) =>
    ofType(parse([block('m', call('c', name, input))]).events, 'tool.called').map(({ kind, target }) => [
      kind,
      target,
    ])[0]

  it.each([
    ['Read', { file_path: '/workspace/src/a.ts' }, 'read', 'src/a.ts'],
    ['Read', { file_path: '/workspace' }, 'read', '.'],
    ['Read', { file_path: '/workspace/../etc/passwd' }, 'read', '/etc/passwd'],
    ['Read', { file_path: '/workspace-other/a' }, 'read', '/workspace-other/a'],
    ['Edit', { file_path: 'src/a.ts' }, 'edit', 'src/a.ts'],
    ['NotebookEdit', { notebook_path: '/workspace/n.ipynb' }, 'edit', 'n.ipynb'],
    ['Write', { file_path: '/workspace/..dots/a' }, 'create', '..dots/a'],
    ['Bash', { command: 'npm test', description: 'Test' }, 'run', 'npm test'],
    ['Grep', { pattern: 'x', path: '/workspace/src' }, 'search', 'x'],
    ['Glob', { pattern: '**/*.ts' }, 'search', '**/*.ts'],
    ['Task', { description: 'Look', prompt: 'p' }, 'other', 'Look'],
    ['mcp__files__list', { anything: 1 }, 'other', null],
    ['toString', {}, 'other', null],
  ])('%s %j', (name, input, kind, target) => {
    expect(used(name, input)).toEqual([kind, target])
  })

  it('tells a command’s output apart, and its exit code', () => {
    const { events } = parse([
      block('m', call('a', 'Bash', { command: 'ls' })),
      answer('a', 'out\nerr', { tool_use_result: { stdout: 'out', stderr: 'err', interrupted: false } }),
      block('m', call('b', 'Bash', { command: 'false' })),
      fails('b', 'Exit code 12\nno'),
      block('m', call('c', 'Bash', { command: 'sleep 9', run_in_background: true })),
      answer('c', 'Running.', { tool_use_result: { stdout: '', stderr: '', backgroundTaskId: 'x' } }),
    ])
    expect(ofType(events, 'tool.output')).toEqual([
      { type: 'tool.output', callId: 'a', stream: 'stdout', text: 'out' },
      { type: 'tool.output', callId: 'a', stream: 'stderr', text: 'err' },
    ])
    expect(ofType(events, 'tool.finished')).toMatchObject([
      { callId: 'a', failed: false, exitCode: 0, output: null, durationMs: 5 },
      { callId: 'b', failed: true, exitCode: 12, output: 'Exit code 12\nno' },
      { callId: 'c', failed: false, exitCode: null, output: 'Running.' },
    ])
  })

  it('gives images their bytes, and takes a tool’s own time for its duration', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } }
    const { events } = parse([
      block('m', call('a', 'Read', { file_path: '/workspace/a.png' })),
      answer('a', [text('A picture'), image, { type: 'odd' }], { tool_use_result: { durationMs: 41.6 } }),
    ])
    expect(ofType(events, 'image')).toEqual([
      { type: 'image', callId: 'a', mediaType: 'image/png', bytes: Buffer.from('89504e47', 'hex') },
    ])
    expect(ofType(events, 'tool.finished')).toMatchObject([
      { output: 'A picture\n{"type":"odd"}', durationMs: 42 },
    ])
  })

  it('tells each refusal once, wherever the program tells it', () => {
    const refused =
      "Permission to use Read has been denied because Claude Code is running in don't ask mode. IMPORTANT: …"
    const { events } = parse([
      block('m', call('a', 'Read', { file_path: '/etc/hostname' })),
      fails('a', refused),
      block('m', call('b', 'Write', { file_path: '/workspace/x' })),
      fails(
        'b',
        '<tool_use_error>Error: No such tool available: Write. Write exists but is not enabled in this context.</tool_use_error>',
      ),
      block('m', call('c', 'Nonsense', {})),
      fails('c', '<tool_use_error>Error: No such tool available: Nonsense</tool_use_error>'),
      result({
        permission_denials: [
          { tool_name: 'Read', tool_use_id: 'a', tool_input: { file_path: '/etc/hostname' } },
          { tool_name: 'Bash', tool_use_id: 'unseen', tool_input: { command: 'id' } },
        ],
      }),
    ])
    expect(ofType(events, 'permission.denied')).toMatchObject([
      {
        tool: 'Read',
        callId: 'a',
        target: '/etc/hostname',
        reason: "Permission to use Read has been denied because Claude Code is running in don't ask mode.",
      },
      { tool: 'Write', callId: 'b', target: 'x' },
      { tool: 'Bash', callId: 'unseen', target: 'id', reason: null },
    ])
    expect(ofType(events, 'tool.finished')).toHaveLength(3)
  })

  it('tells a call once, and keeps a result that belongs to none', () => {
    const again = block('m', call('a', 'Read', { file_path: '/workspace/a' }))
    const { events } = parse([again, again, answer('a', 'A'), answer('a', 'A'), answer('never', 'X')])
    expect(ofType(events, 'tool.called')).toHaveLength(1)
    expect(ofType(events, 'tool.finished')).toHaveLength(1)
    expect(ofType(events, 'agent.unknown')).toHaveLength(2)
  })
})
