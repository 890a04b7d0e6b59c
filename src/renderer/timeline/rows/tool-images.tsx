import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { EventOf } from '../../../shared'
import { formatBytes } from '../../lib/format'
import { useCall } from '../../lib/use-call'
import { Dialog } from '../../ui/dialog'
import { useTimeline } from '../context'
import styles from './rows.module.css'

type Image = EventOf<'tool.image'>

/** Kinds of picture the page shows. Others (SVG can hold scripts and links) are named only. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Pictures in a call's result, small; a click shows one large. */
export function ToolImages({ images }: { readonly images: readonly Image[] }) {
  return (
    <ul className={styles.images}>
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result may hold the same picture twice
        <li key={index}>
          {shown.has(image.mediaType) ? (
            <Picture image={image} number={index + 1} />
          ) : (
            <NotShown image={image} why="is not shown here" />
          )}
        </li>
      ))}
    </ul>
  )
}

function Picture({ image, number }: { readonly image: Image; readonly number: number }) {
  const { sessionId } = useTimeline()
  const [isLarge, setLarge] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const content = useCall('sessions.image', { sessionId, hash: image.hash })
  const { value } = content
  if (content.state === 'failed') return <NotShown image={image} why="can’t be read" />
  if (value === null) return <span className={styles.thumb} aria-busy="true" />
  if (isBroken) return <NotShown image={image} why="can’t be shown" />
  const source = `data:${image.mediaType};base64,${value.base64}`
  const name = `Picture ${number} of the result, ${formatBytes(image.bytes)}`
  return (
    <>
      <button
        type="button"
        className={styles.thumb}
        aria-label={`${name}: show it large`}
        onClick={() => setLarge(true)}
      >
        <img src={source} alt="" onError={() => setBroken(true)} />
      </button>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={name} width="large">
        <img src={source} alt={name} className={styles.large} />
      </Dialog>
    </>
  )
}

function NotShown({ image, why }: { readonly image: Image; readonly why: string }) {
  return (
    <span className={styles.noImage}>
      <ImageOff size={13} aria-hidden />
      This picture ({image.mediaType}, {formatBytes(image.bytes)}) {why}.
    </span>
  )
}
