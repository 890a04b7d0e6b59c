import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { innerCommand } from '../../../../src/main/runtimes/codex/shell-command'

describe('the command within a shell', () => {
  it.each([
    ["/bin/bash -c 'npm test'", 'npm test'],
    ['/bin/bash -lc "node -e \'process.exit(3)\'"', "node -e 'process.exit(3)'"],
    ['bash -c ls', 'ls'],
    ["/bin/zsh -lc 'a && b'", 'a && b'],
    [`/bin/bash -c 'tr '"'"'x'"'"' y'`, "tr 'x' y"],
    ['/bin/bash -c "echo \\"a\\" \\$HOME"', 'echo "a" $HOME'],
    ['npm test', 'npm test'],
    ["/bin/bash -c 'open", "/bin/bash -c 'open"],
    ["python -c 'print(1)'", "python -c 'print(1)'"],
  ])('%s', (command, inner) => {
    expect(innerCommand(command)).toBe(inner)
  })

  it('is what was quoted, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (script) => {
        const quoted = `'${script.replaceAll("'", `'"'"'`)}'`
        expect(innerCommand(`/bin/bash -c ${quoted}`)).toBe(script)
      }),
    )
  })
})
