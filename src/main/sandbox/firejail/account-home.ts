import { userInfo } from 'node:os'

/** Home of this account by the system's list of accounts, whatever HOME says; null: it is in no such list. */
export function accountHome(): string | null {
  try {
    return userInfo().homedir
  } catch {
    return null
  }
}
