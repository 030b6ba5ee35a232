import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { idParams } from '@atrium/contract/kernel/listing.ts'
import { auditedCaller, auditedGuest } from '../audited-caller.ts'
import { writeAudit } from '../db/audit-log.ts'
import type { Database, DatabaseReach, Db } from '../db/database.ts'
import { runRolledBack } from '../db/savepoint.ts'
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
import { type ConstraintErrors, toAppError } from './error-reply.ts'
import { type IdempotencyKey, RepeatedRefusal, runOnce } from './idempotency.ts'
import type { AnyInput, Route } from './implement.ts'
import { trackRowScopeUse } from './row-scope-use.ts'

export type Caller = Actor | TemporaryActor | null
export type Call = {
  route: Route
  caller: Caller
  origin: Origin
  setCookie: SetCookie
  input: AnyInput
  key: IdempotencyKey | undefined
  startedAt: number
  /** Audit level the registry sets for this read, beyond the endpoint's declaration. */
  audit?: ReadAudit | undefined
  /** Nothing that the call writes is kept. */
  isTrial?: boolean | undefined
}
/** Refusals without a company are audited in the platform company's chain. */
export type ExecutorPorts = {
  database: Database
  log: Logger
  secrets: Secrets
  platformCompany: string
  constraints: ConstraintErrors
}
type Outcome = { ok: boolean; code: number }

const isSession = (caller: Caller): caller is Actor => caller !== null && 'sessionId' in caller
const readEvent = 'api.called'
const pickAuditEvent = ({ route: { endpoint }, audit }: Call) => {
  if (endpoint.method === 'GET') return audit && readEvent
  return 'event' in endpoint.audit ? endpoint.audit.event : undefined
}
/** Whether the call writes nothing, not even an audit row. */
const isReadOnly = (call: Call) => {
  const { endpoint } = call.route
  return endpoint.method === 'GET' && endpoint.writes === undefined && pickAuditEvent(call) === undefined
}
const canWrite = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.writes !== undefined
/**
 * Whether a trial can undo what a call of the endpoint writes: one that opens its own transactions, perhaps around
 * messages to other systems, cannot be undone.
 */
export const canBeTried = (endpoint: Endpoint): boolean => endpoint.reach !== 'manual' || !canWrite(endpoint)
const isRolledBack = ({ isTrial, route: { endpoint } }: Call) => isTrial === true && canWrite(endpoint)
const secretName = /pass|secret|token/i
const redacted = (part: unknown) =>
  Object.fromEntries(
    Object.entries(part ?? {})
      .filter(([name]) => !secretName.test(name))
      .map(([name, value]) => [name, typeof value === 'string' ? maskedContacts(value) : value]),
  )
/** Audit note of a read: the record's id, the API, and the parameters at level `full`. */
const readAuditNote = (
  { route: { endpoint }, input: { params, query } }: Call,
  { level, name }: ReadAudit,
): AuditNote => {
  const record = idParams.safeParse(params)
  return {
    ...(record.success && { entityId: record.data.id }),
    entityName: name,
    after: {
      api: `${endpoint.method} ${endpoint.path}`,
      ...(level === 'full' && { query: { ...redacted(params), ...redacted(query) } }),
    },
  }
}

/** Undoes the change of a dry run that had no impact to confirm, and says that there is none. */
const undoDryRun = ({ origin }: Call) => {
  if (origin.dryRun) throw new AppError(kernelErrors.confirmFirst, { data: { impact: null } })
}

/**
 * Creates the executor, which runs a handler and audits it.
 * The audit row is written in the handler's own transaction; a refusal is audited after the rollback, with its code.
 */
export const createExecutor = ({ database, log, secrets, platformCompany, constraints }: ExecutorPorts) => {
  const audit = async (db: Db, call: Call, note: AuditNote, outcome: Outcome) => {
    const event = pickAuditEvent(call)
    if (event === undefined || (outcome.ok && note.unchanged)) return
    const { caller } = call
    const { sideEffects = [], ...own } = call.audit ? { ...note, ...readAuditNote(call, call.audit) } : note
    const common = {
      ...outcome,
      companyId: note.actor?.companyId ?? (isSession(caller) ? caller.companyId : platformCompany),
      actor: note.actor ?? (isSession(caller) ? auditedCaller(caller) : null),
      sessionId: isSession(caller) ? caller.sessionId : null,
      origin: call.origin,
      ms: Math.round(performance.now() - call.startedAt),
    }
    await writeAudit(db, { ...own, event, ...common })
    // A refused call had no side effects to audit; code 111 is no refusal.
    for (const { companyId, ...part } of outcome.ok || outcome.code === Code.moreInput ? sideEffects : [])
      await writeAudit(db, {
        ...part,
        ...common,
        ...(companyId && isSession(caller) && { companyId, actor: auditedGuest(caller) }),
      })
  }

  const runInTransaction = async (
    call: Call,
    reach: DatabaseReach,
    note: (added: AuditNote) => void,
    noted: AuditNote,
  ) => {
    const { route, origin, setCookie, input, key } = call
    const { caller: actor, assertUsed } = trackRowScopeUse(route.endpoint, call.caller)
    const confirm = createConfirm(secrets, call)
    let after: (() => void)[] = []
    let committedError: AppError | undefined
    const answer = await database[isReadOnly(call) ? 'read' : 'transact'](reach, async (db) => {
      after = []
      committedError = undefined
      const afterCommit = (work: () => void) => void after.push(work)
      const scope = { actor, origin, note, confirm, setCookie, db, afterCommit }
      const runAndAudit = async () => {
        const result = await route.handle(scope, input)
        undoDryRun(call)
        assertUsed(result)
        await audit(db, call, noted, { ok: true, code: 0 })
        return result
      }
      try {
        if (isRolledBack(call)) return await runRolledBack(db, runAndAudit)
        return await (key ? runOnce(db, key, runAndAudit) : runAndAudit())
      } catch (error) {
        if (!(error instanceof AppError) || !error.extras.commit || isRolledBack(call)) throw error
        committedError = error
        await audit(db, call, noted, { ok: false, code: error.spec.code })
        return undefined
      }
    })
    if (!isRolledBack(call)) for (const work of after) work()
    if (committedError) throw committedError
    return answer
  }

  const pickReach = ({ route: { endpoint }, caller }: Call): DatabaseReach | undefined => {
    if (endpoint.reach === 'manual') return undefined
    if (endpoint.reach === 'platform') return { reach: 'platform' }
    if (!isSession(caller)) throw new Error(`${endpoint.path} reaches a company but admits callers without one`)
    return { reach: 'company', companyId: caller.companyId }
  }

  const auditSeparately = (call: Call, noted: AuditNote, outcome: Outcome) =>
    pickAuditEvent(call) === undefined
      ? Promise.resolve()
      : database.transact({ reach: 'platform' }, (db) => audit(db, call, noted, outcome))

  const runDetached = async (call: Call, note: (added: AuditNote) => void, noted: AuditNote) => {
    let written = false
    const commit = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const result = await database.transact({ reach: 'platform' }, async (db) => {
        const done = await work(db)
        undoDryRun(call)
        await audit(db, call, noted, { ok: true, code: 0 })
        return done
      })
      written = true
      return result
    }
    const { origin, setCookie } = call
    const { caller: actor, assertUsed } = trackRowScopeUse(call.route.endpoint, call.caller)
    const confirm = createConfirm(secrets, call)
    const answer = await call.route.handle({ actor, origin, setCookie, note, confirm, commit }, call.input)
    undoDryRun(call)
    assertUsed(answer)
    if (!written) await auditSeparately(call, noted, { ok: true, code: 0 })
    return answer
  }

  /** The error reaches the caller in any case; a failed audit write is logged. */
  const auditFailure = (call: Call, noted: AuditNote, code: number) =>
    auditSeparately(call, noted, { ok: false, code }).catch((error: unknown) =>
      log.error({ err: error, traceId: call.origin.traceId }, 'a refusal could not be audited'),
    )

  return {
    async execute(call: Call): Promise<unknown> {
      const noted: AuditNote = {}
      const note = (added: AuditNote) => void Object.assign(noted, added)
      try {
        const reach = pickReach(call)
        if (reach) return await runInTransaction(call, reach, note, noted)
        return await runDetached(call, note, noted)
      } catch (thrown) {
        const error = toAppError(thrown, constraints)
        // Code 111 is no refusal: the call continues with its next step.
        const isAudited =
          error instanceof RepeatedRefusal ||
          (error instanceof AppError && (error.extras.commit === true || error.spec.code === Code.moreInput))
        if (!isAudited && !isRolledBack(call))
          await auditFailure(call, noted, error instanceof AppError ? error.spec.code : 500)
        throw error
      }
    },
    /** Audits a call that was refused at admission. */
    auditRefusal: (call: Call, code: number) => auditFailure(call, {}, code),
  }
}
