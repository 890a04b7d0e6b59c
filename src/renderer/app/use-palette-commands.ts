import { useMemo } from 'react'
import { addSample, chooseProject, openConsent } from '../features/projects'
import { call } from '../lib/bridge'
import { listWords } from '../lib/consent-words'
import { plural } from '../lib/format'
import { go } from '../lib/navigation'
import { useProjects } from '../lib/projects'
import { useSettings } from '../lib/settings'
import { useShell } from '../lib/shell'
import { useCall } from '../lib/use-call'
import { copySandboxReport } from '../sandbox'
import { notify, notifyError } from '../ui'
import { type PaletteGroup, paletteGroups } from './palette-commands'

const recent = 8

/** The palette's commands for what is there now. */
export function usePaletteCommands(): readonly PaletteGroup[] {
  const projects = useProjects((state) => state.projects)
  const { value } = useCall('sessions.list', { projectId: null, before: null, limit: recent }, ['sessions'])
  return useMemo(
    () =>
      paletteGroups(projects ?? [], value?.sessions ?? [], {
        go,
        openConsent: (project) => void openConsent(project),
        chooseProject: () => void chooseProject(),
        addSample: () => void addSample(),
        setTheme: (theme) => useSettings.getState().update({ theme }),
        probeAgain: () => void probeAgain(),
        probeSandboxes: () => void probeSandboxes(),
        copySandboxReport: () => void copySandboxReport(),
        showKeys: () => useShell.getState().show('keys'),
      }),
    [projects, value],
  )
}

async function probeAgain(): Promise<void> {
  const result = await call('runtimes.probe', {})
  if (!result.ok) return notifyError(result.error)
  const ready = result.value.filter(({ unavailable }) => unavailable === null).length
  notify({
    tone: 'ok',
    text: `Probed again: ${plural(ready, 'agent')} of ${result.value.length} can be used.`,
  })
}

async function probeSandboxes(): Promise<void> {
  notify({ tone: 'info', text: 'Trying what each sandbox holds. This takes some seconds.' })
  const result = await call('sandbox.probe', {})
  if (!result.ok) return notifyError(result.error)
  const usable = result.value.probes.filter(({ available, backend }) => available && backend !== 'subprocess')
  notify({
    tone: usable.length === 0 ? 'bad' : 'ok',
    text:
      usable.length === 0
        ? 'Probed again: no sandbox can be used. Settings, Sandbox, says why and what to do.'
        : `Probed again: ${listWords(usable.map(({ title }) => title))} can be used.`,
  })
}
