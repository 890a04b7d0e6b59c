import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import type { NativeLine } from '../../../shared'
import { formatCount } from '../../lib/format'
import { formatExact } from '../../lib/time'
import { JsonTree, Terminal } from '../../timeline'
import { Button, copyText, Loading } from '../../ui'
import { isCut, sizeWords } from './line-size'
import styles from './native.module.css'

/** The chosen line, whole: as a tree where it is JSON. */
export function NativeDetail({ line }: { readonly line: NativeLine | undefined }) {
  const value = useMemo(() => parse(line?.text), [line])
  if (line === undefined) return <Loading label="Reading the line" rows={3} />
  return (
    <section className={styles.detail} aria-label="Line">
      <div className={styles.bar}>
        <span className="dim">
          Line {formatCount(line.line)}, {sizeWords(line.text)}, {formatExact(line.at)}; stored after event{' '}
          {formatCount(line.seq)}
        </span>
        <span className="grow" />
        <Button size="small" icon={Copy} onClick={() => copyText(line.text)}>
          Copy line
        </Button>
      </div>
      <div className={styles.body}>
        {isCut(line.text) && (
          <p className="dim">
            Only its beginning is shown here. The whole line is kept, and read to parse it again.
          </p>
        )}
        {typeof value === 'object' && value !== null ? (
          <JsonTree key={line.line} value={value} label="Line" />
        ) : (
          <Terminal text={line.text} label="Line" hasScroll={false} />
        )}
      </div>
    </section>
  )
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
