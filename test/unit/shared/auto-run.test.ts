import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autoRunPlace } from '../../../src/shared'
import { autoRunRules } from '../../../src/shared/domain/auto-run-rules'

describe('a place that runs by itself', () => {
  it.each([
    ['.vscode/tasks.json', 'VS Code'],
    ['.vscode/settings.json', 'VS Code'],
    ['packages/a/.vscode/launch.json', 'VS Code'],
    ['.vscode', 'Coding agents'],
    ['app.code-workspace', 'VS Code'],
    ['.idea/workspace.xml', 'JetBrains editors'],
    ['.idea/runConfigurations/evil.xml', 'JetBrains editors'],
    ['.run/a.run.xml', 'JetBrains editors'],
    ['.envrc', 'direnv'],
    ['deep/down/.envrc', 'direnv'],
    ['.direnv/bin/x', 'direnv'],
    ['.mcp.json', 'Coding agents'],
    ['.git', 'Git'],
    ['.git/hooks/pre-commit', 'Git'],
    ['.git/config', 'Git'],
    ['vendor/lib/.git/commondir', 'Git'],
    ['fixtures/bare/HEAD', 'Git'],
    ['.gitmodules', 'Git'],
    ['sub/.gitattributes', 'Git'],
    ['.husky/pre-commit', 'Git hooks'],
    ['.husky', 'Git hooks'],
    ['.githooks/pre-push', 'Git hooks'],
    ['.pre-commit-config.yaml', 'Git hooks'],
    ['lefthook.yml', 'Git hooks'],
    ['lefthook-local.yml', 'Git hooks'],
    ['.claude/settings.json', 'Claude Code'],
    ['.claude/settings.local.json', 'Claude Code'],
    ['.claude/hooks/x.sh', 'Claude Code'],
    ['.codex/config.toml', 'Codex'],
    ['.cursor/mcp.json', 'Coding agents'],
    ['.cursor/rules/a.mdc', 'Cursor'],
    ['CLAUDE.md', 'Coding agents'],
    ['docs/AGENTS.md', 'Coding agents'],
    ['.github/copilot-instructions.md', 'Coding agents'],
    ['.npmrc', 'npm'],
    ['packages/a/package.json', 'npm'],
    ['binding.gyp', 'npm'],
    ['node_modules/.bin/tsc', 'npm'],
    ['.yarn/releases/yarn.cjs', 'npm'],
    ['.devcontainer/devcontainer.json', 'Dev containers'],
    ['.devcontainer.json', 'Dev containers'],
    ['.bashrc', 'Shells'],
    ['home/.zshenv', 'Shells'],
    ['.github/workflows/ci.yml', 'GitHub Actions'],
    ['.gitlab-ci.yml', 'Build services'],
    ['.vimrc', 'Vim'],
    ['.exrc', 'Vim'],
    ['.nvim.lua', 'Vim'],
    ['.dir-locals.el', 'Emacs'],
    ['.tool-versions', 'mise and asdf'],
    ['mise.toml', 'mise and asdf'],
    ['mise.local.toml', 'mise and asdf'],
    ['tests/conftest.py', 'pytest'],
    ['sitecustomize.py', 'Python'],
    ['lib/evil.pth', 'Python'],
    ['pyproject.toml', 'pip'],
    ['crates/a/build.rs', 'Language servers'],
    ['.cargo/config.toml', 'Language servers'],
    ['eslint.config.js', 'Linters in editors'],
    ['.eslintrc.cjs', 'Linters in editors'],
    ['tools/bazel', 'Bazel'],
    ['.env', 'Programs that load .env'],
    ['.gdbinit', 'Programs with a start-up file'],
  ])('%s: %s', (path, tool) => {
    expect(autoRunPlace(path)?.tool).toBe(tool)
  })

  it.each([
    'src/index.ts',
    'README.md',
    'Makefile',
    'Dockerfile',
    'docs/git/hooks.md',
    'src/vscode/tasks.json',
    'src/husky.ts',
    'tests/test_conftest.py',
    'lib/tools/bazel',
    'src/package.json.ts',
    'package-lock.json',
    '.gitignore',
    '.editorconfig',
    'src/head.tsx',
    'src/envrc',
    '.env.example',
    'CLAUDE.txt',
    '',
    '/',
    '..',
  ])('%j is none', (path) => {
    expect(autoRunPlace(path)).toBeNull()
  })

  it.each([
    ['another case', '.VSCode/Tasks.JSON'],
    ['a Kelvin sign for a k', '.hus\u212Ay/pre-commit'],
    ['a long s', '.v\u017Fcode/tasks.json'],
    ['full width letters', '.ｇｉｔ/hooks/pre-commit'],
    ['a character without width', '.g\u200cit/hooks/pre-commit'],
    ['a mark of direction', '.\u202egit/config'],
    ['dots and spaces at the end', '.git. . /hooks/pre-commit '],
    ['a stream', '.git::$INDEX_ALLOCATION/config'],
    ['a stream of the file', '.envrc:$DATA'],
    ['a short name', 'GIT~1/hooks/pre-commit'],
    ['the short name of another', 'VSCODE~1/tasks.json'],
    ['backslashes', '.vscode\\tasks.json'],
    ['a way round', 'src/../.git/./hooks//pre-commit'],
    ['a way out and in', '../../.envrc'],
    ['an absolute path', '/workspace/.envrc'],
    ['a name apart from its accents', 'e\u0301/.envrc'],
  ])('is known in %s', (_, path) => {
    expect(autoRunPlace(path)).not.toBeNull()
  })

  it('is told by a sentence that says who does what', () => {
    for (const { tool, why } of autoRunRules) {
      expect(tool).not.toBe('')
      expect(why).toMatch(/^[A-Za-z].*\.$/)
    }
  })

  const places = autoRunRules.flatMap(({ patterns }) => patterns.trim().split(/\s+/))
  const named = (pattern: string): string => pattern.replace('**', 'some/file').replaceAll('*', 'x')

  it('is found for every pattern, in any spelling, in any folder that its rule allows (property)', () => {
    const folder = fc.constantFrom('', './', '/', 'src/../', './/')
    const odd = fc.constantFrom('', '\u200b', '\u00ad', '\ufeff')
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        folder,
        odd,
        fc.boolean(),
        fc.nat(),
        (pattern, at, extra, upper, place) => {
          const plain = named(pattern)
          const cut = place % (plain.length + 1)
          const spelled = `${plain.slice(0, cut)}${extra}${plain.slice(cut)}`
          expect(autoRunPlace(at + (upper ? spelled.toUpperCase() : spelled))).not.toBeNull()
        },
      ),
    )
  })

  const anyText = fc
    .array(fc.nat(0x10ffff), { maxLength: 200 })
    .map((points) => String.fromCodePoint(...points))

  it('answers any text, and depends on nothing but it (property)', () => {
    fc.assert(
      fc.property(anyText, (path) => {
        expect(autoRunPlace(path)).toEqual(autoRunPlace(path))
      }),
    )
  })

  it('leaves ordinary sources alone (property)', () => {
    const word = fc.stringMatching(/^[a-z]{3,10}$/)
    const source = fc
      .tuple(fc.array(word, { maxLength: 4 }), word, fc.constantFrom('ts', 'py', 'rs', 'go', 'md', 'css'))
      .map(([folders, name, ending]) => [...folders, `${name}.${ending}`].join('/'))
    fc.assert(
      fc.property(source, (path) => {
        const known =
          /(^|\/)(conftest\.py|build\.rs|setup\.py|agents\.md|agent\.md|claude\.md|gemini\.md|qwen\.md|mise)/
        fc.pre(!known.test(path))
        expect(autoRunPlace(path)).toBeNull()
      }),
    )
  })
})
