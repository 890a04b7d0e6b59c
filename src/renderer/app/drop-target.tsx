import { FolderPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addProjects } from '../features/projects'
import { bridge } from '../lib/bridge'
import { notify } from '../ui'
import styles from './drop-target.module.css'

/** The whole window takes folders, from any view. */
export function DropTarget() {
  const over = useFileDrop((files) => {
    const paths = files.map((file) => bridge.pathOfDroppedFile(file)).filter((path) => path !== '')
    if (paths.length > 0) void addProjects(paths)
    else
      notify({
        tone: 'bad',
        text: 'What was dropped has no folder on this machine. Drop a folder from the file manager.',
      })
  })
  if (!over) return null
  return (
    <section className={styles.veil} aria-label="Drop" data-drop-overlay>
      <div className={styles.frame}>
        <div className={styles.words}>
          <FolderPlus size={28} aria-hidden />
          <p className={styles.title}>Drop a repository to add it</p>
          <p className="dim">No agent sees any of it until you grant consent.</p>
        </div>
      </div>
    </section>
  )
}

/** Whether files are being dragged over the window; calls `onDrop` with them when they are let go. */
function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDrop holds no state of a render
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    // Leaving the window has no related target; moving between its elements has one.
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDropped = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      onDrop([...event.dataTransfer.files])
    }
    const listeners = { dragenter: onDragOver, dragover: onDragOver, dragleave: onDragLeave, drop: onDropped }
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][]
    for (const [name, listener] of entries) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener)
    }
  }, [])
  return over
}
