import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { auditedCaller } from '../../../kernel/audited-caller.ts'
import { type AuditEntry, writeAudits } from '../../../kernel/db/audit-log.ts'
import type { Database, DatabaseReach, Db } from '../../../kernel/db/database.ts'
import { admitInner } from '../../../kernel/http/admit.ts'
import { refuseUnattended } from '../../../kernel/http/call-as.ts'
import { type Actor, AppError, type AuditNote, type Origin, type RequestScope } from '../../../kernel/scope.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** A call by an application, within which services of the console change users and roles. */
export type AppCall = { actor: Actor; origin: Origin; startedAt: number }
/** A transaction of a call. */
export type AppWork = {
  db: Db
  actor: Actor
  /** Runs what a call of the console runs, if the owner may make that call, and audits it under its event. */
  as<T>(endpoint: Endpoint, work: (scope: RequestScope) => Promise<T>): Promise<T>
  /** Audits what has no call of the console. */
  audit(event: string, note: AuditNote): void
}

const pickEvent = (endpoint: Endpoint) =>
  endpoint.method !== 'GET' && 'event' in endpoint.audit ? endpoint.audit.event : undefined

/** Throws as `admitInner` unless the owner may make the call now. */
const assertMay = (actor: Actor, endpoint: Endpoint) =>
  admitInner(endpoint, actor, { requireReauthentication: refuseUnattended })

/**
 * Runs work of applications in one transaction, audited as they. What would be confirmed is: no one is there to ask.
 */
export const createRunAsApp = (database: Database) => {
  const toEntry = ({ actor, origin, startedAt }: AppCall, event: string, note: AuditNote, code = 0): AuditEntry => ({
    ...note,
    event,
    companyId: actor.companyId,
    actor: auditedCaller(actor),
    sessionId: actor.sessionId,
    origin,
    ok: code === 0,
    code,
    ms: Math.round(performance.now() - startedAt),
  })
  const toEntries = (call: AppCall, event: string, { sideEffects = [], ...own }: AuditNote): AuditEntry[] =>
    [{ ...own, event }, ...sideEffects].map(({ event: each, ...note }) => toEntry(call, each, note))
  const auditRefusal = (call: AppCall, endpoint: Endpoint, code: number) => {
    const event = pickEvent(endpoint)
    if (event === undefined) return undefined
    return database.transact({ reach: 'platform' }, (db) => writeAudits(db, [toEntry(call, event, {}, code)]))
  }

  return {
    async read<T>({ actor }: AppCall, endpoint: Endpoint, work: (db: Db, actor: Actor) => Promise<T>): Promise<T> {
      await assertMay(actor, endpoint)
      return database.read({ reach: 'platform' }, (db) => work(db, actor))
    },
    /** Takes the call whose event a refusal is audited under. */
    async write<T>(call: AppCall, endpoint: Endpoint, reach: DatabaseReach, work: (work: AppWork) => Promise<T>) {
      const { actor, origin } = call
      let effects: (() => void)[] = []
      try {
        await assertMay(actor, endpoint)
        const result = await database.transact(reach, async (db) => {
          effects = []
          const entries: AuditEntry[] = []
          const base = {
            db,
            actor,
            origin,
            confirm: () => undefined,
            setCookie: () => undefined,
            afterCommit: (effect: () => void) => void effects.push(effect),
          }
          const done = await work({
            db,
            actor,
            async as(called, change) {
              await assertMay(actor, called)
              const noted: AuditNote = {}
              const result = await change({ ...base, note: (added) => void Object.assign(noted, added) })
              const event = pickEvent(called)
              if (event !== undefined && !noted.unchanged) entries.push(...toEntries(call, event, noted))
              return result
            },
            audit: (event, note) => void entries.push(...toEntries(call, event, note)),
          })
          await writeAudits(db, entries)
          return done
        })
        for (const effect of effects) effect()
        return result
      } catch (error) {
        if (error instanceof AppError) await auditRefusal(call, endpoint, error.spec.code)
        if (error instanceof ScimRefusal) await auditRefusal(call, endpoint, error.status)
        throw error
      }
    },
  }
}
export type RunAsApp = ReturnType<typeof createRunAsApp>
