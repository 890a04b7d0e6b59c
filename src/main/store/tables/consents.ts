import { z } from 'zod'
import {
  type Consent,
  type ConsentId,
  consentSchema,
  hostRuleSchema,
  type ProjectId,
  type SessionId,
} from '../../../shared'
import type { Database } from '../database/connection'
import { readJson } from './json'

type ConsentRow = {
  id: string
  projectId: string
  repositoryIdentity: string
  runtimes: string
  capabilities: string
  limits: string
  hosts: string
  scope: string
  untilAt: number | null
  grantedAt: number
  revokedAt: number | null
  consumedAt: number | null
  consumedBy: string | null
}

const columns = `id, project_id AS projectId, repository_identity AS repositoryIdentity, runtimes, capabilities,
  limits, hosts, scope, until_at AS untilAt, granted_at AS grantedAt, revoked_at AS revokedAt, consumed_at AS consumedAt,
  consumed_by AS consumedBy`
const live = `revoked_at IS NULL AND consumed_at IS NULL AND (until_at IS NULL OR until_at > :at)`

export function createConsentsReader(db: Database) {
  const ofProject = db.prepare<[string], ConsentRow>(
    `SELECT ${columns} FROM consents WHERE project_id = ? ORDER BY granted_at DESC, rowid DESC`,
  )
  const one = db.prepare<[string], ConsentRow>(`SELECT ${columns} FROM consents WHERE id = ?`)
  return {
    /** Newest first. */
    ofProject: (projectId: ProjectId): readonly Consent[] => ofProject.all(projectId).map(toConsent),
    one: (id: ConsentId): Consent | null => {
      const row = one.get(id)
      return row === undefined ? null : toConsent(row)
    },
  }
}

function toConsent({ scope, untilAt, runtimes, capabilities, limits, hosts, ...rest }: ConsentRow): Consent {
  const { shape } = consentSchema
  const listed = readJson(z.array(hostRuleSchema), hosts, 'consent')
  return consentSchema.parse({
    ...rest,
    scope: scope === 'until' ? { type: scope, at: untilAt } : { type: scope },
    runtimes: readJson(shape.runtimes, runtimes, 'consent'),
    capabilities: readJson(shape.capabilities, capabilities, 'consent'),
    limits: readJson(shape.limits, limits, 'consent'),
    ...(listed.length === 0 ? {} : { hosts: listed }),
  })
}

export function createConsentsWriter(db: Database) {
  const add = db.prepare<[Record<keyof ConsentRow, string | number | null>]>(
    `INSERT INTO consents (id, project_id, repository_identity, runtimes, capabilities, limits, hosts, scope, until_at,
       granted_at, revoked_at, consumed_at, consumed_by)
     VALUES (:id, :projectId, :repositoryIdentity, :runtimes, :capabilities, :limits, :hosts, :scope, :untilAt, :grantedAt,
       :revokedAt, :consumedAt, :consumedBy)`,
  )
  const consume = db.prepare<[{ id: string; at: number; sessionId: string }]>(
    `UPDATE consents SET consumed_at = :at, consumed_by = :sessionId WHERE id = :id AND scope = 'once' AND ${live}`,
  )
  const isLive = db.prepare<[{ id: string; at: number }]>(
    `SELECT 1 FROM consents WHERE id = :id AND scope <> 'once' AND ${live}`,
  )
  const revoke = db.prepare<[number, string]>(
    'UPDATE consents SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
  )
  const use = db.transaction(
    (id: string, sessionId: string, at: number): boolean =>
      consume.run({ id, sessionId, at }).changes === 1 || isLive.get({ id, at }) !== undefined,
  )
  return {
    add: ({ scope, runtimes, capabilities, limits, hosts = [], ...rest }: Consent): void => {
      add.run({
        ...rest,
        scope: scope.type,
        untilAt: scope.type === 'until' ? scope.at : null,
        runtimes: JSON.stringify(runtimes),
        capabilities: JSON.stringify(capabilities),
        limits: JSON.stringify(limits),
        hosts: JSON.stringify(hosts),
      })
    },
    /** One statement decides and marks: of two runs that use a one-shot consent, one is told true (I5). */
    use: (id: ConsentId, sessionId: SessionId, at: number): boolean => use.immediate(id, sessionId, at),
    /** False when it is unknown or was revoked before. */
    revoke: (id: ConsentId, at: number): boolean => revoke.run(at, id).changes === 1,
  }
}
