import { useEffect, useRef } from 'react'
import type { Level, Limits } from '../../../shared'
import { isLimitHeld } from '../../level'
import { Button, Disclosure, TextField } from '../../ui'
import styles from './composer.module.css'
import type { Draft } from './draft'
import { limitFields, limitText } from './limit-fields'
import type { Composed } from './request'

export type LimitFieldsProps = {
  readonly draft: Draft
  readonly composed: Composed
  readonly ceiling: Limits
  readonly level: Level | null
  readonly onConsent: () => void
  readonly onChange: (patch: Partial<Draft>) => void
}

/** The limits of this run, folded: they start at what the consent allows at most. */
export function LimitFields({ draft, composed, ceiling, level, onConsent, onChange }: LimitFieldsProps) {
  const changed = Object.values(draft.limits).filter((text) => text.trim() !== '').length
  const fields = useRef<HTMLDivElement>(null)
  const { showLimits } = draft
  useEffect(() => {
    if (showLimits) fields.current?.scrollIntoView({ block: 'center' })
  }, [showLimits])
  const isOpen = draft.showLimits || Object.keys(composed.limitErrors).length > 0
  return (
    <Disclosure
      defaultOpen={isOpen}
      summary={changed === 0 ? 'Limits: as far as the consent allows' : `Limits: ${changed} set for this run`}
    >
      <p className={styles.ceiling}>
        Your consent is the ceiling of each.
        <Button size="small" variant="ghost" onClick={onConsent}>
          Change consent…
        </Button>
      </p>
      <div className={styles.limits} ref={fields}>
        {limitFields.map(({ name, label, unit, factor }) => (
          <TextField
            key={name}
            type="text"
            inputMode="decimal"
            label={label}
            unit={unit ?? undefined}
            placeholder={limitText(ceiling[name], factor)}
            value={draft.limits[name] ?? ''}
            error={composed.limitErrors[name]}
            hint={
              !isLimitHeld(level, name)
                ? 'Not held at this level'
                : `At most ${limitText(ceiling[name], factor)}${unit === null ? '' : ` ${unit}`}`
            }
            className="num"
            onChange={(event) => onChange({ limits: { ...draft.limits, [name]: event.target.value } })}
          />
        ))}
      </div>
    </Disclosure>
  )
}
