import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { BoxRequest } from '../../../src/main/sandbox'
import { boxRequest, command, makeFolders, type TestFolders, testBackend, toolOf } from '../../support/box'

/** The failure of opening a box, or of starting something in it; null: neither failed. */
async function refusal(
  folders: TestFolders,
  more: Partial<BoxRequest>,
  between: () => void = () => undefined,
) {
  const backend = testBackend()
  const opened = await backend.open(await toolOf(backend), boxRequest(folders, more))
  if (!opened.ok) return opened.error
  between()
  const wrapped = await opened.value.wrap(command(folders, ['true']))
  await opened.value.close()
  return wrapped.ok ? null : wrapped.error
}

const code = 'sandbox.bad_mount'

describe('a mount is refused', () => {
  it('when its source is a link, or lies behind one', async () => {
    const folders = makeFolders()
    const link = join(folders.runFolder, 'link')
    symlinkSync(folders.outside, link)
    expect(await refusal({ ...folders, mirrorFolder: link }, {})).toMatchObject({ code })
    mkdirSync(join(folders.outside, 'inner'))
    expect(await refusal(folders, { readPaths: [join(link, 'inner')] })).toMatchObject({ code })
  })

  it('when what is sealed lies in what every box shows of the system', async () => {
    const sealed = ['/usr/share/doc']
    expect(await refusal(makeFolders(), { forbidden: { sealed, whole: [] } })).toMatchObject({
      code,
      details: { path: '/usr/share/doc', within: '/usr' },
    })
  })

  it('when its source has become a link since the box was opened', async () => {
    const folders = makeFolders()
    const become = (): void => {
      renameSync(folders.mirrorFolder, `${folders.mirrorFolder}-gone`)
      symlinkSync(folders.outside, folders.mirrorFolder)
    }
    expect(await refusal(folders, {}, become)).toMatchObject({ code })
  })

  it('when it would show the repository, what is in it or what holds it', async () => {
    const folders = makeFolders()
    const repository = join(folders.outside, 'repository')
    mkdirSync(join(repository, 'src'), { recursive: true })
    const forbidden = { sealed: [repository], whole: [] }
    for (const path of [repository, join(repository, 'src'), folders.outside])
      expect(await refusal(folders, { readPaths: [path], forbidden })).toMatchObject({ code })
    expect(await refusal(folders, { forbidden })).toBeNull()
  })

  it('when it would show the whole of the home folder, yet not a part of it', async () => {
    const folders = makeFolders()
    mkdirSync(join(folders.outside, 'tools'))
    const forbidden = { sealed: [], whole: [folders.outside] }
    expect(await refusal(folders, { readPaths: [folders.outside], forbidden })).toMatchObject({ code })
    expect(await refusal(folders, { readPaths: [join(folders.outside, 'tools')], forbidden })).toBeNull()
  })

  it.each(['/etc', '/proc', '/dev', '/usr/local', '/lib'])('when it would replace %s', async (target) => {
    const folders = makeFolders()
    const bridges = [{ source: folders.outside, target, access: 'read' as const }]
    expect(await refusal(folders, { bridges })).toMatchObject({ code })
  })

  it.each(['relative', '/', '/tmp/', '/tmp/../etc', '/nowhere/at/all'])(
    'when its path is %s',
    async (path) => {
      expect(await refusal(makeFolders(), { writePaths: [path] })).toMatchObject({ code })
    },
  )

  it('when it is neither a file nor a folder', async () => {
    const folders = makeFolders()
    const pipe = join(folders.outside, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await refusal(folders, { readPaths: [pipe] })).toMatchObject({ code })
    writeFileSync(join(folders.outside, 'file'), '')
    expect(await refusal(folders, { readPaths: [join(folders.outside, 'file')] })).toBeNull()
  })
})
