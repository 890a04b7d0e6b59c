import { readFile } from 'node:fs/promises'
import { failure, type GloveboxError } from '../../../shared'

/** What the machine says of user namespaces; null where it has no such setting. */
export type NamespaceSettings = {
  /** Ubuntu's rule, from 23.10: programs without a profile of AppArmor's can't use user namespaces. */
  readonly appArmorRestricts: boolean | null
  /** Debian's and Arch's older switch. */
  readonly unprivilegedClone: boolean | null
  /** How many user namespaces there may be; 0 switches them off. */
  readonly most: number | null
}

/** Says what a failed start of bubblewrap means on this machine. */
export async function explainBubblewrap(errorText: string): Promise<GloveboxError | null> {
  return explain(errorText, await readNamespaceSettings())
}

/** Texts of bubblewrap.c and of the shell that joins control groups. */
export function explain(errorText: string, settings: NamespaceSettings): GloveboxError | null {
  const text = errorText.trim().slice(0, 500)
  const noNamespace =
    /(No permissions to create( a)? new namespace|setting up uid map|RTM_NEWADDR|RTM_NEWLINK|Creating new namespace failed|loopback: Failed|Failed to make \/ slave|disabl\w+ user namespaces)/i.test(
      text,
    )
  if (noNamespace && settings.appArmorRestricts === true)
    return failure(
      'sandbox.not_permitted',
      'AppArmor keeps bubblewrap from making user namespaces (Ubuntu does so from 23.10 on). Install the package apparmor-profiles and its profile for bwrap, or let an administrator allow it: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0. Then probe again.',
      { reason: 'apparmor', text },
    ).error
  if (noNamespace && (settings.unprivilegedClone === false || settings.most === 0))
    return failure(
      'sandbox.not_permitted',
      settings.most === 0
        ? 'User namespaces are switched off on this machine (user.max_user_namespaces is 0). An administrator can allow them: sudo sysctl -w user.max_user_namespaces=15000. Then probe again.'
        : 'User namespaces are closed to ordinary accounts on this machine. An administrator can allow them: sudo sysctl -w kernel.unprivileged_userns_clone=1. Then probe again.',
      { reason: 'user_namespaces_off', text },
    ).error
  if (noNamespace)
    return failure(
      'sandbox.not_permitted',
      'bubblewrap may not make namespaces here. Inside a container that is usual: run Glovebox outside of it, or choose another sandbox.',
      { reason: 'namespaces', text },
    ).error
  if (/seccomp|prctl\(PR_SET_SECCOMP\)/i.test(text))
    return failure(
      'sandbox.unsupported',
      'This kernel takes no filter of system calls, which the sandbox needs. Choose another sandbox.',
      { reason: 'seccomp', text },
    ).error
  if (/Can't mount proc/i.test(text))
    return failure(
      'sandbox.not_permitted',
      'bubblewrap may not mount /proc here, as inside most containers. Run Glovebox outside of the container, or choose another sandbox.',
      { reason: 'proc', text },
    ).error
  return null
}

async function readNamespaceSettings(): Promise<NamespaceSettings> {
  const [appArmor, clone, most] = await Promise.all(
    [
      '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
      '/proc/sys/kernel/unprivileged_userns_clone',
      '/proc/sys/user/max_user_namespaces',
    ].map((path) =>
      readFile(path, 'utf8').then(
        (text) => Number(text.trim()),
        () => null,
      ),
    ),
  )
  const on = (value: number | null | undefined): boolean | null => (value == null ? null : value !== 0)
  return { appArmorRestricts: on(appArmor), unprivilegedClone: on(clone), most: most ?? null }
}
