import { Equal } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Comparison, ResultingFile } from '../../../../shared'
import { FileList } from '../../../diff'
import { formatCount, plural } from '../../../lib/format'
import { AutoRunMark, AutoRunNote, EmptyState, Segmented, SplitPanels } from '../../../ui'
import { autoRunLeft, changedBy, differenceOf, firstToShow, shownFiles } from '../model/result-files'
import { FileStage } from './file-stage'
import styles from './files.module.css'

type Shown = 'differing' | 'all'

/** The files both runs left: a list, and the chosen one compared. */
export function FilesPanel({ comparison }: { readonly comparison: Comparison }) {
  const { files, filesOmitted, sameBase } = comparison
  const differing = useMemo(() => shownFiles(files, true), [files])
  const [chosen, setChosen] = useState<Shown | null>(null)
  const shown = chosen ?? (differing.length > 0 ? 'differing' : 'all')
  const listed = shown === 'differing' ? differing : files
  const [wanted, setWanted] = useState<string | null>(null)
  const file = listed.find(({ path }) => path === wanted) ?? firstToShow(listed)
  const byPath = useMemo(() => new Map(files.map((each) => [each.path, each])), [files])
  const paths = useMemo(() => listed.map(({ path }) => path), [listed])

  const list = (
    <div className={styles.list}>
      <div className={styles.head}>
        <h2 className={styles.heading}>Resulting files</h2>
        <span className="grow" />
        <Segmented<Shown>
          label="Files shown"
          size="small"
          value={shown}
          options={[
            { value: 'differing', label: `${formatCount(differing.length)} differ` },
            { value: 'all', label: `All ${formatCount(files.length)}` },
          ]}
          onChange={setChosen}
        />
      </div>
      {listed.length === 0 ? (
        <p className={styles.none}>
          {files.length === 0 ? 'Neither run changed a file.' : 'Both runs left the same files.'}
        </p>
      ) : (
        <FileList
          label="Resulting files"
          paths={paths}
          selected={file?.path ?? null}
          onSelect={setWanted}
          mark={(path) => <FileMark file={byPath.get(path)} sameBase={sameBase} />}
        />
      )}
      {filesOmitted > 0 && (
        <p className={styles.none}>{plural(filesOmitted, 'more differing file')} not listed.</p>
      )}
    </div>
  )
  const stage =
    file === null ? (
      <EmptyState
        icon={Equal}
        title="Nothing to compare"
        text={files.length === 0 ? 'Neither run changed a file.' : 'Both runs left the same files.'}
      />
    ) : (
      <div className={styles.stage}>
        <Flag file={file} />
        <FileStage comparison={comparison} file={file} />
      </div>
    )
  return (
    <section className={styles.files} aria-label="Resulting files">
      <SplitPanels
        name="compare.files"
        panels={[
          { id: 'list', size: 25, min: 200, content: list },
          { id: 'stage', size: 75, min: 320, content: stage },
        ]}
      />
    </section>
  )
}

/** A note where a run left a file that would run by itself in the repository. */
function Flag({ file }: { readonly file: ResultingFile }) {
  const place = autoRunLeft(file)
  return place === null ? null : <AutoRunNote place={place} />
}

type MarkProps = { readonly file: ResultingFile | undefined; readonly sameBase: boolean }

/** Which of the two changed the file, by letter and colour. */
function FileMark({ file, sameBase }: MarkProps) {
  if (file === undefined) return null
  const by = changedBy(file, sameBase)
  const words = differenceOf(file)
  const place = autoRunLeft(file)
  return (
    <span className={styles.mark}>
      {words !== '' && <span className={styles.words}>{words}</span>}
      {place !== null && <AutoRunMark place={place} />}
      <span className="sr-only">{sameBase ? 'changed by' : 'there in'}</span>
      <span className={by.left ? styles.a : styles.none}>{by.left ? 'A' : ''}</span>
      <span className={by.right ? styles.b : styles.none}>{by.right ? 'B' : ''}</span>
    </span>
  )
}
