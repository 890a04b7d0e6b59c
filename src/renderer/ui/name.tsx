import { inert } from '../../shared'

export type NameProps = { readonly of: string; readonly className?: string | undefined }

/** A name from outside (a project's, a branch's, a path): it can't turn what stands beside it around. The whole on hover. */
export function Name({ of, className }: NameProps) {
  const shown = inert(of)
  return (
    <bdi className={className} title={shown}>
      {shown}
    </bdi>
  )
}
