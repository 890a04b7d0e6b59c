/** What the store tells about its own work: copies made, clean-up done, content it could not read. */
export type StoreLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details: Readonly<Record<string, unknown>>,
) => void

export const noLog: StoreLog = () => {}
