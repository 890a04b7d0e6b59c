import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import type { KeySpec } from '../lib/keys'
import { Kbd } from './kbd'
import { portalPlace } from './portal-place'
import styles from './tooltip.module.css'

/** Around the whole page, once: lets a second tooltip open without waiting again. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

export type TooltipProps = {
  readonly text: ReactNode
  readonly keys?: KeySpec | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that can take the focus. */
  readonly children: ReactElement
}

/** A short text on hover and focus. Never the only place where something is said. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={portalPlace()}>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys !== undefined && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
