import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { useShell } from '../lib/shell'
import { Dialog, Kbd } from '../ui'
import styles from './palette.module.css'
import type { PaletteCommand } from './palette-commands'
import { paletteMatch } from './palette-match'
import { usePaletteCommands } from './use-palette-commands'

/** Every place and act by its name. */
export function Palette() {
  const { over, show } = useShell()
  return (
    <Dialog
      open={over === 'palette'}
      onClose={() => show(null)}
      title="Commands"
      hideTitle
      width="medium"
      atTop
      flush
    >
      <CommandList onDone={() => show(null)} />
    </Dialog>
  )
}

function CommandList({ onDone }: { readonly onDone: () => void }) {
  const groups = usePaletteCommands()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onDone()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onDone])
  const choose = (command: PaletteCommand) => {
    onDone()
    command.run()
  }
  return (
    <Command
      label="Commands"
      className={styles.palette}
      loop
      filter={(_, typed, keywords) => paletteMatch(typed, keywords ?? [])}
    >
      <Command.Input
        className={styles.input}
        placeholder="Go to a view, a project or a session…"
        value={search}
        onValueChange={setSearch}
        aria-label="Search commands"
      />
      <Command.List className={styles.list} label="Commands">
        <Command.Empty className={styles.empty}>Nothing is called “{search}”.</Command.Empty>
        {groups.map(({ title, commands }) => (
          <Command.Group key={title} heading={title} className={styles.group}>
            {commands.map((command) => (
              <Command.Item
                key={command.id}
                value={command.id}
                keywords={[command.title, command.detail ?? '', title]}
                className={styles.item}
                onSelect={() => choose(command)}
              >
                <command.icon size={15} aria-hidden />
                <span className={styles.title}>{command.title}</span>
                {command.detail !== undefined && <span className={styles.detail}>{command.detail}</span>}
                {command.keys !== undefined && (
                  <span className={styles.keys}>
                    <Kbd keys={command.keys} />
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
