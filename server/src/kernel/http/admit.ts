import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import {
  type Actor,
  AppError,
  type Decision,
  homeActor,
  type Origin,
  PermissionDenied,
  type Rate,
  type ReadAudit,
  type TemporaryActor,
} from '../scope.ts'
import type { CompanyShares } from './company-shares.ts'

/**
 * Result of checking a token. An `expired` session may be refreshed; an `ended` one may not, and may carry a message.
 */
export type Authentication =
  | { kind: 'session'; actor: Actor }
  | { kind: 'temporary'; actor: TemporaryActor }
  | { kind: 'expired' }
  | { kind: 'ended'; msg?: string }
export type Authenticate = (origin: Origin) => Promise<Authentication>
export type Admission = {
  authenticate: Authenticate
  /** Counts a call that is admitted only because its rule is in observe mode. */
  countObserved(endpoint: Endpoint, actor: Actor): void
  /** Throws 111 with the available factors unless this session was reauthenticated recently. */
  requireReauthentication(actor: Actor): Promise<void>
  shares: Pick<CompanyShares, 'yieldToOthers' | 'take'>
  /** Throws `tooOften` with the seconds to wait. */
  countAgainstRate(endpoint: Endpoint, rate: Rate, actor: Actor): Promise<void>
}

const sessionEnded = (msg?: string) =>
  new AppError({ code: kernelErrors.sessionInvalid.code, msg: msg ?? kernelErrors.sessionInvalid.msg })

/** Whether the endpoint is available during a visit: neither the caller's own data nor the platform's. */
const isOpenToGuests = ({ access, reach, whileActing }: Endpoint) =>
  whileActing === undefined ? access.kind === 'permitted' && reach !== 'platform' : whileActing !== 'never'

/** Whether a guest's call runs in the guest's home company, without the visit. */
const runsAtHome = ({ reach, whileActing }: Endpoint) => reach === 'company' && whileActing === 'home'

/** The sentence of a call to a module that is off; undefined for others. */
export const findModuleOff = ({ trace }: Decision) => trace.find(({ step }) => step === 'module')?.detail

/**
 * Authorizes the call. Throws if the caller lacks the permission, or has read-only access and the endpoint writes.
 * `named`: the permission, where it is not that of the endpoint they have called.
 */
const authorize = (endpoint: Endpoint, actor: Actor, named?: string): Decision => {
  const { acting, readOnly, principal } = actor
  if (principal && endpoint.homeAccountOnly) throw new AppError(kernelErrors.ofPrincipal)
  if (acting && !isOpenToGuests(endpoint)) throw new AppError(kernelErrors.closedToGuests)
  const usesHomeRights = acting && endpoint.whileActing === 'home'
  const decision = usesHomeRights ? acting.homeRights.decide(endpoint) : actor.decide(endpoint)
  const isPermitted = endpoint.access.kind === 'permitted'
  if (isPermitted && !decision.allowed) throw new PermissionDenied(actor, named, null, findModuleOff(decision))
  // What everybody may do at home, guests do in the company that they act in.
  if ((isPermitted || acting) && readOnly && !usesHomeRights && isMutation(endpoint))
    throw new AppError(acting?.mode === 'view' ? kernelErrors.viewOnly : kernelErrors.readOnly)
  return decision
}

const decideOn = (endpoint: Endpoint, actor: Actor): Pick<Decision, 'allowed' | 'mfa'> =>
  actor.acting && !isOpenToGuests(endpoint) ? { allowed: false } : actor.decide(endpoint)

/** Whether the caller may make this call, perhaps after further proof of their identity. */
export const mayCall = (endpoint: Endpoint, actor: Actor): boolean => decideOn(endpoint, actor).allowed

/** Whether the caller could make this call now, without further proof of their identity. */
export const canCall = (endpoint: Endpoint, actor: Actor): boolean => {
  const { allowed, mfa } = decideOn(endpoint, actor)
  return allowed && !mfa
}

/**
 * Admits a call that another one makes in its caller's name, such as that for one of many rows, as their own request
 * would be.
 * @throws as `admit` does for a caller with a session
 */
export const admitInner = async (
  endpoint: Endpoint,
  actor: Actor,
  { requireReauthentication }: Pick<Admission, 'requireReauthentication'>,
): Promise<void> => {
  const { mfa } = authorize(endpoint, actor, toPermission(endpoint))
  if (mfa) await requireReauthentication(actor)
}

/** The admitted caller, null on public endpoints; and the audit level of a read. */
export type Admitted = { caller: Actor | TemporaryActor | null; audit?: ReadAudit | undefined }

/**
 * Admits an actor who is authenticated.
 * @throws `PermissionDenied`, `tooOften` above the endpoint's rate, 111 if the endpoint requires reauthentication
 */
export const admitActor = async (
  endpoint: Endpoint,
  actor: Actor,
  {
    countObserved,
    requireReauthentication,
    countAgainstRate,
  }: Pick<Admission, 'countObserved' | 'requireReauthentication' | 'countAgainstRate'>,
): Promise<{ caller: Actor; audit?: ReadAudit | undefined }> => {
  const decision = authorize(endpoint, actor)
  if (decision.mfa) await requireReauthentication(actor)
  if (decision.observed) countObserved(endpoint, actor)
  if (decision.rate) await countAgainstRate(endpoint, decision.rate, actor)
  return { caller: runsAtHome(endpoint) ? homeActor(actor) : actor, audit: decision.audit }
}

/**
 * Admits the caller or refuses the call. A temporary token is valid for temporary endpoints only, and only it is valid
 * there; a session only in the company that the caller expects, so that a stale tab cannot act in another one.
 * @throws `tooOften` above the endpoint's rate, `companyTooOften` above the company's share, 111 if the endpoint
 * requires reauthentication, before anything is executed or counted
 */
export const admit = async (
  endpoint: Endpoint,
  origin: Origin,
  { authenticate, countObserved, requireReauthentication, shares, countAgainstRate }: Admission,
): Promise<Admitted> => {
  if (endpoint.access.kind === 'public') return { caller: null }
  if (origin.token === '') throw new AppError(kernelErrors.signInFirst)
  await shares.yieldToOthers(origin.token)
  const found = await authenticate(origin)
  if (found.kind === 'ended') throw sessionEnded(found.msg)
  if (endpoint.access.kind === 'temporary') {
    if (found.kind !== 'temporary') throw sessionEnded()
    return { caller: found.actor }
  }
  if (found.kind === 'temporary') throw sessionEnded()
  if (found.kind === 'expired') throw new AppError(kernelErrors.tokenExpired)
  const { expectCompany } = origin
  if (expectCompany !== '' && expectCompany !== found.actor.companyId) throw new AppError(kernelErrors.otherCompany)
  await shares.take(found.actor, origin.token)
  return admitActor(endpoint, found.actor, { countObserved, requireReauthentication, countAgainstRate })
}

/** A call refused for lack of a permission; `permission` and `page` as in `PermissionDenied`. */
export type Denial = Pick<PermissionDenied, 'actor' | 'permission' | 'page'> & { endpoint: Endpoint; traceId: string }
