import { useEffect } from 'react'
import { addProjects, chooseProject } from '../features/projects'
import { readAppInfo, useAppInfo } from '../lib/app-info'
import { onChange } from '../lib/changes'
import { notifyError } from '../ui'

/** Adds the folder that Glovebox was started with, here or by a second start; and answers the menu. */
export function useOpenPath(): void {
  useEffect(() => {
    const read = async (announced: string | null): Promise<void> => {
      const info = await readAppInfo()
      const { error } = useAppInfo.getState()
      if (error !== null) notifyError(error)
      const path = info?.openPath ?? announced
      if (path !== null) await addProjects([path])
    }
    void read(null)
    return onChange(({ topic, id }) => {
      if (topic === 'open_path') void read(id)
      if (topic === 'menu' && id === 'choose-project') void chooseProject()
    })
  }, [])
}
