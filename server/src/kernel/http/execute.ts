import { Code } from '@atrium/contract/kernel/envelope.ts'
import { idParams } from '@atrium/contract/kernel/listing.ts'
import { auditActor } from '../audit-actor.ts'
import { writeAudit } from '../db/audit-log.ts'
import type { Database, Db, Sight } from '../db/database.ts'
import type { Logger } from '../logger.ts'
import { maskedContacts } from '../masked.ts'
import {
  type Actor,
  AppError,
  type AuditNote,
  type Origin,
  type ReadAudit,
  type SetCookie,
  type TemporaryActor,
} from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import { createConfirm } from './confirm.ts'
import { asRefusal, type ConstraintErrors } from './error-reply.ts'
import { type IdempotencyKey, once } from './idempotency.ts'
import type { AnyInput, Route } from './implement.ts'
import { watchRowScope } from './row-scope-use.ts'

export type Who = Actor | TemporaryActor | null
export type Call = {
  route: Route
  who: Who
  origin: Origin
  setCookie: SetCookie
  input: AnyInput
  key: IdempotencyKey | undefined
  started: number
  /** Wanted of a read by the registry, beyond what the endpoint declares. */
  audit?: ReadAudit | undefined
}
/** Refusals that hang on no company are kept in the platform company's chain. */
export type ActPorts = {
  database: Database
  log: Logger
  secrets: Secrets
  platformCompany: string
  constraints: ConstraintErrors
}
type Outcome = { ok: boolean; code: number }

const isSession = (who: Who): who is Actor => who !== null && 'sessionId' in who
const ownOf = ({ userId: id, name, companyId }: Actor) => auditActor({ companyId, id, name })
/** The actor in the log of a company they visit, with the company they are from. */
const guestOf = (actor: Actor) => {
  const { userId: id, name, companyId, companyName, acting } = actor
  const home = { id: acting?.homeCompanyId ?? companyId, name: acting?.homeCompanyName ?? companyName }
  return auditActor({ companyId, id, name, home })
}
const readEvent = 'api.called'
const eventOf = ({ route: { endpoint }, audit }: Call) => {
  if (endpoint.method === 'GET') return audit && readEvent
  return 'event' in endpoint.audit ? endpoint.audit.event : undefined
}
/** It writes nothing, not even that it was called. */
const isReading = (call: Call) => {
  const { endpoint } = call.route
  return endpoint.method === 'GET' && endpoint.writes === undefined && eventOf(call) === undefined
}
const soundsSecret = /pass|secret|token/i
const withoutSecrets = (part: unknown) =>
  Object.fromEntries(
    Object.entries(part ?? {})
      .filter(([name]) => !soundsSecret.test(name))
      .map(([name, value]) => [name, typeof value === 'string' ? maskedContacts(value) : value]),
  )
/** What was read: which record, if it is one, by which API, and with which parameters. */
const readNote = ({ route: { endpoint }, input: { params, query } }: Call, { level, name }: ReadAudit): AuditNote => {
  const record = idParams.safeParse(params)
  return {
    ...(record.success && { entityId: record.data.id }),
    entityName: name,
    after: {
      api: `${endpoint.method} ${endpoint.path}`,
      ...(level === 'full' && { query: { ...withoutSecrets(params), ...withoutSecrets(query) } }),
    },
  }
}

/**
 * Runs the handler and records it.
 * The audit row is written in the handler's own transaction; a refusal is written after the rollback, with its code.
 */
export const createAct = ({ database, log, secrets, platformCompany, constraints }: ActPorts) => {
  const audit = async (db: Db, call: Call, note: AuditNote, outcome: Outcome) => {
    const event = eventOf(call)
    if (event === undefined) return
    const { who } = call
    const { parts = [], ...own } = call.audit ? { ...note, ...readNote(call, call.audit) } : note
    const common = {
      ...outcome,
      companyId: note.actor?.companyId ?? (isSession(who) ? who.companyId : platformCompany),
      actor: note.actor ?? (isSession(who) ? (who.acting ? guestOf(who) : ownOf(who)) : null),
      sessionId: isSession(who) ? who.sessionId : null,
      origin: call.origin,
      ms: Math.round(performance.now() - call.started),
    }
    await writeAudit(db, { ...own, event, ...common })
    // What was refused did nothing by the way either; code 111 refuses nothing.
    for (const { companyId, ...part } of outcome.ok || outcome.code === Code.moreInput ? parts : [])
      await writeAudit(db, {
        ...part,
        ...common,
        ...(companyId && isSession(who) && { companyId, actor: guestOf(who) }),
      })
  }

  const inTransaction = async (call: Call, sight: Sight, note: (added: AuditNote) => void, noted: AuditNote) => {
    const { route, origin, setCookie, input, key } = call
    const { who, assertUsed } = watchRowScope(route.endpoint, call.who)
    const confirm = createConfirm(secrets, call)
    let after: (() => void)[] = []
    let kept: AppError | undefined
    const answer = await database[isReading(call) ? 'read' : 'transact'](sight, async (db) => {
      after = []
      kept = undefined
      const afterCommit = (work: () => void) => void after.push(work)
      const scope = { actor: who, origin, note, confirm, setCookie, db, afterCommit }
      const recorded = async () => {
        const result = await route.handle(scope, input)
        assertUsed(result)
        await audit(db, call, noted, { ok: true, code: 0 })
        return result
      }
      try {
        return await (key ? once(db, key, recorded) : recorded())
      } catch (error) {
        if (!(error instanceof AppError) || !error.extras.keep) throw error
        kept = error
        await audit(db, call, noted, { ok: false, code: error.spec.code })
        return undefined
      }
    })
    for (const work of after) work()
    if (kept) throw kept
    return answer
  }

  const sightOf = ({ route: { endpoint }, who }: Call): Sight | undefined => {
    if (endpoint.reach === 'nothing') return undefined
    if (endpoint.reach === 'platform') return { reach: 'platform' }
    if (!isSession(who)) throw new Error(`${endpoint.path} reaches a company but admits callers without one`)
    return { reach: 'company', companyId: who.companyId }
  }

  const writeAlone = (call: Call, noted: AuditNote, outcome: Outcome) =>
    eventOf(call) === undefined
      ? Promise.resolve()
      : database.transact({ reach: 'platform' }, (db) => audit(db, call, noted, outcome))

  const withoutTransaction = async (call: Call, note: (added: AuditNote) => void, noted: AuditNote) => {
    let written = false
    const commit = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const result = await database.transact({ reach: 'platform' }, async (db) => {
        const done = await work(db)
        await audit(db, call, noted, { ok: true, code: 0 })
        return done
      })
      written = true
      return result
    }
    const { origin, setCookie } = call
    const { who: actor, assertUsed } = watchRowScope(call.route.endpoint, call.who)
    const confirm = createConfirm(secrets, call)
    const answer = await call.route.handle({ actor, origin, setCookie, note, confirm, commit }, call.input)
    assertUsed(answer)
    if (!written) await writeAlone(call, noted, { ok: true, code: 0 })
    return answer
  }

  /** What went wrong is told in any case; that it could not be written down is told to the operator. */
  const writeFailure = (call: Call, noted: AuditNote, code: number) =>
    writeAlone(call, noted, { ok: false, code }).catch((error: unknown) =>
      log.error({ err: error, traceId: call.origin.traceId }, 'a refusal could not be audited'),
    )

  return {
    async act(call: Call): Promise<unknown> {
      const noted: AuditNote = {}
      const note = (added: AuditNote) => void Object.assign(noted, added)
      try {
        const sight = sightOf(call)
        if (sight) return await inTransaction(call, sight, note, noted)
        return await withoutTransaction(call, note, noted)
      } catch (thrown) {
        const error = asRefusal(thrown, constraints)
        // Code 111 refuses nothing: the call goes on with its next step.
        const alreadyTold =
          error instanceof AppError && (error.extras.keep === true || error.spec.code === Code.moreInput)
        if (!alreadyTold) await writeFailure(call, noted, error instanceof AppError ? error.spec.code : 500)
        throw error
      }
    },
    /** Writes down that somebody was refused at the door. */
    refused: (call: Call, code: number) => writeFailure(call, {}, code),
  }
}
