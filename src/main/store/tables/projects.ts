import { type Project, type ProjectId, projectSchema } from '../../../shared'
import type { Database } from '../database/connection'

type ProjectRow = {
  id: string
  name: string
  path: string
  identity: string
  addedAt: number
  preferredRuntime: string | null
}

const columns = 'id, name, path, identity, added_at AS addedAt, preferred_runtime AS preferredRuntime'

export function createProjectsReader(db: Database) {
  const all = db.prepare<[], ProjectRow>(`SELECT ${columns} FROM projects ORDER BY added_at, id`)
  const one = db.prepare<[string], ProjectRow>(`SELECT ${columns} FROM projects WHERE id = ?`)
  return {
    all: (): readonly Project[] => all.all().map((row) => projectSchema.parse(row)),
    one: (id: ProjectId): Project | null => {
      const row = one.get(id)
      return row === undefined ? null : projectSchema.parse(row)
    },
  }
}

export function createProjectsWriter(db: Database) {
  const put = db.prepare<[string, string, string, string, number, string | null]>(
    `INSERT INTO projects (id, name, path, identity, added_at, preferred_runtime) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, path = excluded.path, identity = excluded.identity,
       preferred_runtime = excluded.preferred_runtime`,
  )
  const remove = db.prepare<[string]>('DELETE FROM projects WHERE id = ?')
  return {
    /** Adds a project, or brings the one with this id up to date. */
    put: ({ id, name, path, identity, addedAt, preferredRuntime }: Project): void => {
      put.run(id, name, path, identity, addedAt, preferredRuntime)
    },
    /** Its consents go with it; sessions and consent records stay. */
    remove: (id: ProjectId): void => {
      remove.run(id)
    },
  }
}
