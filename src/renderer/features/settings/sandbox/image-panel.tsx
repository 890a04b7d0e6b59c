import { Box } from 'lucide-react'
import { useState } from 'react'
import type { GloveboxError, ImageChoice } from '../../../../shared'
import { useSettings } from '../../../lib/settings'
import { useCall } from '../../../lib/use-call'
import { Button, ChoiceCards, ErrorState, Panel, TextField } from '../../../ui'
import styles from './sandbox.module.css'
import { useImageJob } from './use-image-job'

const options = [
  {
    value: 'own',
    title: 'This machine’s programs',
    note: null,
    text: 'Nothing to download: an empty image over which the programs of this machine are seen, read-only. Only where the engine runs on this machine.',
    problem: null,
  },
  {
    value: 'tools',
    title: 'Debian with the usual tools',
    note: null,
    text: 'Built by the engine from the Dockerfile that comes with Glovebox: git, Node.js, Python, Perl. Takes a registry and some minutes, once.',
    problem: null,
  },
  {
    value: 'named',
    title: 'An image of your choice',
    note: null,
    text: 'Any image with a shell, pulled where it is not there yet. You are asked before it is used.',
    problem: null,
  },
] as const

/** What docker's containers are made of; shown where an engine can be used. */
export function ImagePanel() {
  const { image: choice, ...others } = useSettings((now) => now.settings.sandbox)
  const [type, setType] = useState<ImageChoice['type']>(choice.type)
  const [ref, setRef] = useState(choice.type === 'named' ? choice.ref : '')
  const images = useCall('sandbox.images', {}, ['settings', 'sandbox'])
  const job = useImageJob(images.reload)
  const use = (image: ImageChoice): void => {
    useSettings.getState().update({ sandbox: { ...others, image } })
  }
  const choose = (value: string): void => {
    if (value === 'named') setType(value)
    if (value !== 'own' && value !== 'tools') return
    setType(value)
    use({ type: value })
  }
  const isThere = images.value?.isThere ?? false
  const isMissing = images.value !== null && !isThere && type === choice.type
  return (
    <Panel title="Image for docker">
      <ChoiceCards
        label="What containers are made of"
        value={type}
        options={[...options]}
        onChange={choose}
      />
      {type === 'named' && (
        <form
          className={styles.imageName}
          onSubmit={(event) => {
            event.preventDefault()
            if (ref.trim() !== '') use({ type: 'named', ref: ref.trim() })
          }}
        >
          <TextField
            label="Image"
            placeholder="debian:12-slim"
            spellCheck={false}
            value={ref}
            onChange={(event) => setRef(event.target.value)}
          />
          <Button type="submit" disabled={ref.trim() === ''}>
            Use it
          </Button>
        </form>
      )}
      {images.state === 'failed' && (
        <ErrorState
          inline
          title="The engine’s images can’t be read"
          error={images.error}
          onRetry={images.reload}
        />
      )}
      {isThere && type === choice.type && <p className={styles.imageJob}>It is there: runs start at once.</p>}
      {isMissing && job.state !== 'busy' && (
        <p className={styles.imageJob}>
          It is not there yet; the first run would wait for it.
          <Button size="small" icon={Box} onClick={() => job.start(choice)}>
            {choice.type === 'named' ? 'Pull it now' : 'Make it now'}
          </Button>
        </p>
      )}
      {job.state === 'busy' && (
        <div className={styles.imageJob} role="status">
          <span className={styles.step}>{job.step ?? 'Asking the engine …'}</span>
          <Button size="small" variant="ghost" onClick={job.stop}>
            Cancel
          </Button>
        </div>
      )}
      {job.state === 'failed' && <Failed error={job.error} />}
    </Panel>
  )
}

function Failed({ error }: { readonly error: GloveboxError }) {
  return <ErrorState inline title="The image could not be made" error={error} />
}
