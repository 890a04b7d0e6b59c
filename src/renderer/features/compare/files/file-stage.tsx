import { useState } from 'react'
import type { Comparison, ResultingFile } from '../../../../shared'
import { FileDiff } from '../../../diff'
import { Segmented } from '../../../ui'
import type { Against } from '../model/result-files'

type FileStageProps = { readonly comparison: Comparison; readonly file: ResultingFile }

const words: Readonly<Record<Against, string>> = {
  sides: 'A against B',
  base_left: 'base against A',
  base_right: 'base against B',
}
const labels = {
  sides: { before: 'A', after: 'B' },
  base_left: { before: 'the base', after: 'A' },
  base_right: { before: 'the base', after: 'B' },
} as const

/** One resulting file: A against B, or what either made of the file both began with. */
export function FileStage({ comparison, file }: FileStageProps) {
  const [wanted, setWanted] = useState<Against>('sides')
  const { left, right, sameBase } = comparison
  const against = sameBase ? wanted : 'sides'
  const sides = {
    sides: { before: file.left, after: file.right, afterSessionId: right.id },
    base_left: { before: file.base, after: file.left, afterSessionId: left.id },
    base_right: { before: file.base, after: file.right, afterSessionId: right.id },
  }[against]
  return (
    <FileDiff
      sessionId={left.id}
      path={file.path}
      {...sides}
      labels={labels[against]}
      subtitle={words[against]}
      actions={
        sameBase && (
          <Segmented<Against>
            label="What is compared"
            size="small"
            value={against}
            options={[
              { value: 'sides', label: 'A : B' },
              { value: 'base_left', label: 'Base : A' },
              { value: 'base_right', label: 'Base : B' },
            ]}
            onChange={setWanted}
          />
        )
      }
    />
  )
}
