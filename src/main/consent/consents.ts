import type { Consent, ConsentId, ConsentRecord, Grant, Project, Result, SessionId } from '../../shared'
import { consentState, failure, ok } from '../../shared'
import type { StoreReader, StoreWriter } from '../store'

/** The user's grants: made in the consent view, looked up by the broker, revoked from the Projects view. */
export type Consents = {
  /** Records a grant. It replaces the project's live one, so that one project has one live consent at most. */
  readonly grant: (project: Project, grant: Grant) => Consent
  readonly decline: (project: Project) => void
  readonly revoke: (id: ConsentId) => Result<Consent>
  /** The newest consent of a project, whatever its state. */
  readonly newest: (project: Project) => Consent | null
  /** Takes the consent for one run at I5's point. False: consumed, revoked or expired in the meantime. */
  readonly use: (consent: Consent, sessionId: SessionId) => boolean
  readonly recordDenial: (project: Project, sessionId: SessionId, reason: string) => void
}

export type ConsentDeps = {
  readonly read: Pick<StoreReader, 'consents' | 'consent'>
  readonly write: Pick<StoreWriter, 'addConsent' | 'revokeConsent' | 'recordConsent' | 'useConsent'>
  readonly now: () => number
  readonly newConsentId: () => ConsentId
}

export function createConsents({ read, write, now, newConsentId }: ConsentDeps): Consents {
  const record = (entry: Omit<ConsentRecord, 'at' | 'sessionId'> & { sessionId?: SessionId }): void =>
    write.recordConsent({ sessionId: null, ...entry, at: now() })

  const retire = (consent: Consent, detail: string): void => {
    if (!write.revokeConsent(consent.id, now())) return
    record({ projectId: consent.projectId, consentId: consent.id, kind: 'revoked', detail })
  }

  return {
    grant: (project, grant) => {
      for (const earlier of read.consents(project.id))
        if (consentState(earlier, now()) === 'live') retire(earlier, 'replaced by a new grant')
      const consent: Consent = {
        ...grant,
        id: newConsentId(),
        projectId: project.id,
        repositoryIdentity: project.identity,
        grantedAt: now(),
        revokedAt: null,
        consumedAt: null,
        consumedBy: null,
      }
      write.addConsent(consent)
      record({
        projectId: project.id,
        consentId: consent.id,
        kind: 'granted',
        detail: grant.runtimes.join(', '),
      })
      return consent
    },
    decline: (project) => record({ projectId: project.id, consentId: null, kind: 'declined', detail: '' }),
    revoke: (id) => {
      const consent = read.consent(id)
      if (consent === null)
        return failure('consent.not_found', 'This consent is not on record. Reload the view.')
      retire(consent, 'by the user')
      return ok(read.consent(id) ?? consent)
    },
    newest: (project) => newestOf(read.consents(project.id)),
    use: (consent, sessionId) => {
      const taken = write.useConsent(consent.id, sessionId, now())
      if (taken)
        record({
          projectId: consent.projectId,
          consentId: consent.id,
          sessionId,
          kind: 'used',
          detail: consent.scope.type,
        })
      return taken
    },
    recordDenial: (project, sessionId, reason) =>
      record({ projectId: project.id, consentId: null, sessionId, kind: 'denied', detail: reason }),
  }
}

function newestOf(consents: readonly Consent[]): Consent | null {
  return consents.reduce<Consent | null>(
    (newest, each) => (newest === null || each.grantedAt >= newest.grantedAt ? each : newest),
    null,
  )
}
