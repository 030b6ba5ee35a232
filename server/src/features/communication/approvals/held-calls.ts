import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { approvalsErrors } from '@atrium/contract/features/communication/approvals/approvals.errors.ts'
import type { DeclaredApproval, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { auditedCaller } from '../../../kernel/audited-caller.ts'
import { writeAudit } from '../../../kernel/db/audit-log.ts'
import { toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { runInSavepoint, runRolledBack } from '../../../kernel/db/savepoint.ts'
import { findModuleOff } from '../../../kernel/http/admit.ts'
import { type ConstraintErrors, toAppError } from '../../../kernel/http/error-reply.ts'
import type { AnyInput, AnyScope, Route } from '../../../kernel/http/implement.ts'
import { readInput } from '../../../kernel/http/read-input.ts'
import { assertNothingRestricted } from '../../../kernel/http/reply-mask.ts'
import { type Asker, assertStillAllowed, type FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, AppError, type AuditNote, PermissionDenied, type RequestScope } from '../../../kernel/scope.ts'
import { type Approval, approvalsRepository as repository } from './approvals.repository.ts'
import { accountsOf } from './approvals.ts'
import { type ApprovalValues, byAdministrators, chooseSteps } from './choose-steps.ts'

/** Calls of a user that wait at a time. */
const mostHeld = 50
export const heldDays = 30

export type HeldCall = {
  asker: Asker
  input: Pick<AnyInput, 'params' | 'query' | 'body'>
  proven: boolean
  /** The row before and after the trial, as it is noted for the audit log. */
  noted?: Pick<AuditNote, 'before' | 'after'>
}
type Writing = Extract<Endpoint, { audit: unknown }>
type HeldEndpoint = Writing & { approval: DeclaredApproval }
/** What became of an approved call. */
export type CallOutcome = { state: 'approved' | 'failed'; reason: string }
/** A kind of calls that wait. */
export type HeldKind = { code: string; endpoint: HeldEndpoint }

const codeOf = ({ module, name }: Endpoint) => `${module}.${name}`
const isHeld = (endpoint: Endpoint): endpoint is HeldEndpoint =>
  endpoint.method !== 'GET' && endpoint.approval !== undefined
const isActor = (caller: AnyScope['actor']): caller is Actor => caller !== null && 'rows' in caller
/** Throws for what cannot be stored, tried, or carried out later. */
const assertHoldable = (endpoint: HeldEndpoint) => {
  const { reach, wire = 'json', access } = endpoint
  if (reach !== 'company' || wire !== 'json' || access.kind !== 'permitted' || endpoint.secretReply === true)
    throw new Error(`${codeOf(endpoint)} cannot wait for approval`)
}

const valueAt = (input: HeldCall['input'], place: string): unknown =>
  place.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), input)
/** The same call of the same user is one request, however often it is sent. */
const subjectIdOf = (code: string, { asker, input }: HeldCall): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([code, asker.companyId, asker.userId, input]))
    .digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-')
}
const noop = () => undefined
/** As it reads once it was stored. */
const asStored = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Values of a call's declared fields. */
export const valuesOf = ({ fields }: DeclaredApproval, { input }: HeldCall): ApprovalValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { at }]) => {
      const value = valueAt(input, at)
      return [
        name,
        typeof value === 'number' || typeof value === 'boolean' ? value : value == null ? null : String(value),
      ]
    }),
  )

type Ports = {
  /** Begins the approval of a call. */
  ask(scope: RequestScope, asked: Parameters<typeof repository.insert>[1]): Promise<string>
  findCaller: FindCaller
  constraints(): ConstraintErrors
}
/**
 * Calls that wait for approval (`approval` of their endpoints). A call is tried first and rolled back, so that what would
 * refuse it does so at once; then its input is kept until it is decided on.
 * @param ports - functions, as features are created after the routes are wrapped
 */
export const createHeldCalls = (ports: () => Ports) => {
  const routes = new Map<string, Route & { endpoint: HeldEndpoint }>()

  const hold = async (route: Route, endpoint: HeldEndpoint, scope: RequestScope, input: AnyInput) => {
    const { actor, db, origin } = scope
    let impact: unknown = null
    const confirm = (shown: unknown) => {
      scope.confirm(shown)
      impact = shown
    }
    const noted: AuditNote = {}
    const note = (added: AuditNote) => void Object.assign(noted, added)
    const trial = { ...scope, confirm, note, setCookie: noop, afterCommit: noop }
    const tried = await runRolledBack(db, () => route.handle(trial, input))
    if (origin.dryRun) return tried
    const { params, query, body } = input
    const sessionId = actor.acting ? actor.sessionId : null
    const asker = { companyId: actor.acting?.homeCompanyId ?? actor.companyId, userId: actor.userId, sessionId }
    const { before, after } = noted
    const proven = actor.decide(endpoint).mfa === true
    const call: HeldCall = { asker, input: { params, query, body }, proven, noted: { before, after } }
    const { approval } = endpoint
    const code = codeOf(endpoint)
    const { companyId } = actor
    if ((await repository.countHeld(db, companyId, actor.userId)) >= mostHeld)
      throw new AppError(approvalsErrors.tooMany)
    const flow = (await repository.findFlow(db, companyId, code)) ?? {
      steps: [{ ...byAdministrators, by: approval.by }],
      expireDays: heldDays,
    }
    // As the trial names it: who asks does not.
    const name = noted.entityName || approval.title
    const id = await ports().ask(scope, {
      companyId,
      kind: code,
      subjectId: subjectIdOf(code, call),
      name,
      askedBy: toAuthor(scope),
      askerId: actor.userId,
      excluded: approval.own ? [] : accountsOf(actor),
      permission: '',
      steps: chooseSteps(flow.steps, valuesOf(approval, call)),
      expireDays: flow.expireDays,
      call,
      impact,
    })
    scope.note({ entityId: id, entityName: name, after: { state: 'open' } })
    throw new AppError(approvalsErrors.waits, { data: { approvalId: id }, commit: true })
  }

  const run = async (scope: RequestScope, approval: Approval): Promise<void> => {
    const route = routes.get(approval.kind)
    if (!route) throw new AppError(approvalsErrors.goneCall)
    const { endpoint } = route
    const { asker, input: kept, proven, noted: { before } = {} } = approval.call as HeldCall
    const caller = await ports().findCaller(approval.companyId, asker)
    if ('refusal' in caller) throw new AppError({ ...approvalsErrors.goneCall, msg: caller.refusal })
    assertStillAllowed(caller, [endpoint])
    if (caller.decide(endpoint).mfa && !proven) throw new AppError(approvalsErrors.proofMissing)
    const input = { ...readInput(endpoint, kept), file: undefined }
    if (caller.restricted) assertNothingRestricted(endpoint, caller.restricted, input)
    const noted: AuditNote = {}
    const confirm = (shown: unknown) => {
      if (!isDeepStrictEqual(asStored(shown), approval.impact)) throw new AppError(approvalsErrors.changedImpact)
    }
    const note = (added: AuditNote) => void Object.assign(noted, added)
    const origin = { ...scope.origin, dryRun: false, confirm: '' }
    await route.handle({ ...scope, actor: caller, origin, note, confirm, setCookie: noop }, input)
    if (before !== undefined && !isDeepStrictEqual(asStored(noted.before), before))
      throw new AppError(approvalsErrors.changedRow)
    const { sideEffects = [], ...own } = noted
    const event = 'event' in endpoint.audit ? endpoint.audit.event : 'approval.approved'
    const common = { actor: auditedCaller(caller), sessionId: null, origin, ok: true, code: 0, ms: 0 }
    for (const part of [{ ...own, event }, ...sideEffects]) {
      const after = Array.isArray(part.after) ? part.after : { ...part.after, approvedBy: toAuthor(scope).name }
      await writeAudit(scope.db, { companyId: approval.companyId, ...part, ...common, after })
    }
  }

  return {
    /** Makes the calls of a route wait, if its endpoint is declared so. */
    wrap(route: Route): Route {
      const { endpoint } = route
      if (!isHeld(endpoint)) return route
      assertHoldable(endpoint)
      routes.set(codeOf(endpoint), { ...route, endpoint })
      return {
        endpoint,
        handle(scope, input) {
          if (!isActor(scope.actor) || !scope.db)
            throw new Error(`${endpoint.path} waits for approval, and has no actor`)
          return hold(route, endpoint, scope as RequestScope, input)
        },
      }
    },
    /** Kinds of calls that wait. */
    kinds: (): HeldKind[] => [...routes].map(([code, { endpoint }]) => ({ code, endpoint })),
    /** Throws `forbidden` with the sentence of a module that is off: its calls wait until it is on. */
    assertOn(actor: Actor, { kind }: Approval): void {
      const route = routes.get(kind)
      const off = route && findModuleOff(actor.decide(route.endpoint))
      if (off) throw new PermissionDenied(actor, null, null, off)
    },
    /**
     * Carries out an approved call as who made it, in the decider's transaction.
     * @returns why it was not possible, if it was not: then nothing of it is kept
     */
    async carryOut(scope: RequestScope, approval: Approval): Promise<CallOutcome> {
      const refusal = await runInSavepoint(
        scope.db,
        () => run(scope, approval),
        (error) => toAppError(error, ports().constraints()),
      )
      return refusal ? { state: 'failed', reason: refusal.spec.msg } : { state: 'approved', reason: '' }
    },
  }
}
export type HeldCalls = ReturnType<typeof createHeldCalls>
