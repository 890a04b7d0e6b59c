import { ChevronRight } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import {
  type AspectResult,
  aspectWords,
  type BackendProbe,
  type SandboxAspect,
  type SandboxBackend,
} from '../../../../shared'
import { OutcomeMark, outcomeWords } from '../../../level'
import { cx } from '../../../lib/cx'
import { backendTitle } from '../../../sandbox'
import { Button } from '../../../ui'
import { type MatrixRow, matrixOf } from './matrix'
import styles from './sandbox.module.css'

export type AspectMatrixProps = {
  readonly order: readonly SandboxBackend[]
  readonly probes: readonly BackendProbe[]
}

/** What each backend holds here, side by side; a line opens the evidence it rests on. */
export function AspectMatrix({ order, probes }: AspectMatrixProps) {
  const { columns, rows } = useMemo(() => matrixOf(probes, order), [probes, order])
  const [open, setOpen] = useState<ReadonlySet<SandboxAspect>>(new Set())
  if (columns.length === 0) return null
  const toggle = (aspect: SandboxAspect): void =>
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(aspect)) next.add(aspect)
      return next
    })
  const isAll = open.size === rows.length
  return (
    <section className={styles.matrix} aria-labelledby="sandbox-held">
      <div className={styles.matrixHead}>
        <h3 id="sandbox-held">What each holds on this machine</h3>
        <Button
          size="small"
          variant="ghost"
          onClick={() => setOpen(new Set(isAll ? [] : rows.map(({ aspect }) => aspect)))}
        >
          {isAll ? 'Hide the evidence' : 'Show all evidence'}
        </Button>
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Aspect</span>
              </th>
              {columns.map((probe) => (
                <th key={probe.backend} scope="col">
                  {backendTitle(probe.backend, probe)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.aspect}
                row={row}
                columns={columns}
                isOpen={open.has(row.aspect)}
                onToggle={() => toggle(row.aspect)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type RowProps = {
  readonly row: MatrixRow
  readonly columns: readonly BackendProbe[]
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Row({ row, columns, isOpen, onToggle }: RowProps) {
  const id = `evidence-${row.aspect}`
  return (
    <Fragment>
      <tr className={cx(styles.line, row.startsGroup && styles.first)}>
        <th scope="row">
          <button
            type="button"
            className={styles.aspect}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <ChevronRight size={13} aria-hidden />
            {aspectWords[row.aspect].title}
          </button>
        </th>
        {row.results.map((result, index) => (
          <Cell key={columns[index]?.backend ?? index} result={result} />
        ))}
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={columns.length + 1} className={styles.evidence}>
            <dl>
              {row.results.map((result, index) => {
                const probe = columns[index]
                if (result === null || probe === undefined) return null
                return (
                  <div key={probe.backend}>
                    <dt>{backendTitle(probe.backend, probe)}</dt>
                    <dd data-selectable>{result.evidence}</dd>
                  </div>
                )
              })}
            </dl>
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function Cell({ result }: { readonly result: AspectResult | null }) {
  if (result === null)
    return (
      <td>
        <span className="faint">–</span>
      </td>
    )
  return (
    <td title={result.evidence}>
      <span className={styles.cell}>
        <OutcomeMark outcome={result.outcome} isSaid />
        {outcomeWords[result.outcome]}
      </span>
    </td>
  )
}
