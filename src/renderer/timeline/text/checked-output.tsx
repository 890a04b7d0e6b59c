import { Copy, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { OutputCheck } from '../../../shared'
import { cx } from '../../lib/cx'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import styles from './checked-output.module.css'
import { JsonTree } from './json-tree'

export type CheckedOutputProps = { readonly check: OutputCheck; readonly className?: string | undefined }

/** A structured result: what is wrong with it, if anything, and its value as a tree. */
export function CheckedOutput({ check: { json, problems }, className }: CheckedOutputProps) {
  const value = useMemo(() => parse(json), [json])
  return (
    <div className={cx(styles.checked, className)}>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label="Problems">
          {problems.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <TriangleAlert size={13} aria-hidden />
              <span>
                <code>{pointer === '' ? 'the whole' : pointer}</code> {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {value !== undefined && (
        <>
          {typeof value === 'object' && value !== null ? (
            <JsonTree value={value} label="Result" />
          ) : (
            <code>{json}</code>
          )}
          <div>
            <Button size="small" icon={Copy} onClick={() => copyText(JSON.stringify(value, null, 2))}>
              Copy JSON
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Undefined: there is no value. */
function parse(json: string | null): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
