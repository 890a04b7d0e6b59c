import { Fragment, type ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { cx } from '../lib/cx'
import { useSettings } from '../lib/settings'
import styles from './split-panels.module.css'

export type SplitPanel = {
  /** Stable within the split. */
  readonly id: string
  /** Share of the split at first, in per cent. */
  readonly size: number
  /** Smallest and largest size: pixels. */
  readonly min?: number
  readonly max?: number
  readonly collapsible?: boolean
  readonly content: ReactNode
}

export type SplitPanelsProps = {
  /** Under which the sizes are remembered in the settings. */
  readonly name: string
  readonly direction?: 'horizontal' | 'vertical'
  readonly panels: readonly SplitPanel[]
  readonly className?: string | undefined
}

/** Panels with a line between them that can be dragged, or moved with the arrow keys; sizes are remembered by name. */
export function SplitPanels({ name, direction = 'horizontal', panels, className }: SplitPanelsProps) {
  const { settings, loaded, update } = useSettings()
  const remembered = rememberedLayout(settings.panels[name], panels)
  return (
    <Group
      // Sizes that arrive after the first render are taken by starting again.
      key={`${loaded}:${panels.map(({ id }) => id).join()}`}
      orientation={direction}
      className={cx(styles.group, className)}
      defaultLayout={remembered}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (!isUserInteraction) return
        const sizes = panels.map(({ id }) => Math.round((layout[id] ?? 0) * 100) / 100)
        update({ panels: { ...useSettings.getState().settings.panels, [name]: sizes } })
      }}
    >
      {panels.map((panel, index) => (
        <Fragment key={panel.id}>
          {index > 0 && (
            <Separator
              className={cx(styles.line, direction === 'vertical' && styles.flat)}
              aria-label="Resize"
            />
          )}
          <Panel
            id={panel.id}
            defaultSize={`${panel.size}%`}
            minSize={panel.min ?? 80}
            {...(panel.max === undefined ? {} : { maxSize: panel.max })}
            collapsible={panel.collapsible === true}
            className={styles.panel}
            style={{ overflow: 'hidden' }}
          >
            {panel.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

function rememberedLayout(sizes: readonly number[] | undefined, panels: readonly SplitPanel[]) {
  if (sizes === undefined || sizes.length !== panels.length) return undefined
  return Object.fromEntries(panels.map(({ id }, index) => [id, sizes[index] ?? 0]))
}
