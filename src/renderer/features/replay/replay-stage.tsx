import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FrameView, SessionView } from '../../../shared'
import type { SessionFeed } from '../../timeline'
import { SplitPanels } from '../../ui'
import { FileStage } from './file-stage'
import { FrameFiles } from './frame-files'
import { FrameList } from './frame-list'
import { rowsOfFrame } from './frames'
import { HappeningsPane } from './happenings-pane'
import styles from './replay.module.css'
import { ReplayHeader } from './replay-header'
import { choosePath, type FileMode, type Wish } from './selection'
import { Transport } from './transport'
import { useRecordStrip } from './use-record-strip'
import { useTree } from './use-tree'

export type ReplayStageProps = {
  readonly feed: SessionFeed
  readonly view: SessionView
  readonly frames: readonly FrameView[]
  readonly wanted: number | null
}

/** The replay itself: one frame at a time, its list of frames, what it changed and the files as of it. */
export function ReplayStage({ feed, view, frames, wanted }: ReplayStageProps) {
  // Of a run that goes on there may be more frames than were read.
  const last = view.status === 'running' ? frames.length : Math.max(frames.length, view.frames)
  const [frame, setFrame] = useState(() => Math.min(last, wanted ?? 1))
  const goTo = useCallback((next: number) => setFrame(Math.min(last, Math.max(0, next))), [last])
  // A link may lead to another frame of the session that is open.
  useEffect(() => {
    if (wanted !== null) goTo(wanted)
  }, [wanted, goTo])

  const [mode, setMode] = useState<FileMode>('frame')
  const [wish, setWish] = useState<Wish | null>(null)
  const tree = useTree(view.id, frame)
  const tools = frames[frame - 1]?.tools
  const path = useMemo(
    () => choosePath(tree.tree, wish, frame, tools?.map(({ target }) => target) ?? []),
    [tree.tree, wish, frame, tools],
  )
  // The chosen file is kept from frame to frame until a frame changes another one.
  useEffect(() => {
    if (path !== null) setWish((now) => (now?.path === path ? now : { path, frame: null }))
  }, [path])
  useRecordStrip(view, frames.length === last)
  const isRead = frame < frames.length || frames.length === last
  const rows = isRead ? rowsOfFrame(frames, frame, view.rows) : { from: 0, count: 0 }

  return (
    <>
      <ReplayHeader view={view} />
      <Transport frames={frames} last={last} frame={frame} startedAt={view.startedAt} onFrame={goTo} />
      <SplitPanels
        name="replay"
        className={styles.stage}
        panels={[
          {
            id: 'frames',
            size: 32,
            min: 200,
            content: <FrameList frames={frames} last={last} frame={frame} view={view} onFrame={goTo} />,
          },
          {
            id: 'middle',
            size: 48,
            min: 280,
            content: (
              <SplitPanels
                name="replay-middle"
                direction="vertical"
                panels={[
                  {
                    id: 'file',
                    size: 68,
                    min: 120,
                    content: (
                      <FileStage sessionId={view.id} state={tree} path={path} mode={mode} onMode={setMode} />
                    ),
                  },
                  {
                    id: 'happenings',
                    size: 32,
                    min: 64,
                    content: (
                      <HappeningsPane view={view} feed={feed} frame={frame} frames={frames} rows={rows} />
                    ),
                  },
                ]}
              />
            ),
          },
          {
            id: 'files',
            size: 20,
            min: 150,
            content: (
              <FrameFiles
                frame={frame}
                state={tree}
                mode={mode}
                selected={path}
                onSelect={(chosen) => setWish({ path: chosen, frame })}
              />
            ),
          },
        ]}
      />
    </>
  )
}
