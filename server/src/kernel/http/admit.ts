import { changesAnything, type Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import {
  type Actor,
  AppError,
  atHome,
  type Decision,
  type Origin,
  type Rate,
  type ReadAudit,
  Refused,
  type TemporaryActor,
} from '../scope.ts'
import type { CompanyShares } from './company-shares.ts'

/** What a token turned out to be. `expired` may still be refreshed; `ended` may not, and may say why. */
export type Authentication =
  | { kind: 'session'; actor: Actor }
  | { kind: 'temporary'; actor: TemporaryActor }
  | { kind: 'expired' }
  | { kind: 'ended'; msg?: string }
export type Authenticate = (origin: Origin) => Promise<Authentication>
export type Door = {
  authenticate: Authenticate
  /** Hears of a call that is let through although it would have been refused. */
  countObserved(endpoint: Endpoint, actor: Actor): void
  /** Throws 111 with what the caller can prove himself with, unless he has done so lately in this session. */
  requireProof(actor: Actor): Promise<void>
  shares: Pick<CompanyShares, 'giveWay' | 'take'>
  /** Throws `tooOften` with the seconds to wait. */
  takeTurn(endpoint: Endpoint, rate: Rate, actor: Actor): Promise<void>
}

const ended = (msg?: string) =>
  new AppError({ code: kernelErrors.sessionInvalid.code, msg: msg ?? kernelErrors.sessionInvalid.msg })

/** What stays open to somebody who acts in another company: neither what is about himself nor what is the platform's. */
const isOpenToGuests = ({ access, reach, whileActing }: Endpoint) =>
  whileActing === undefined ? access.kind === 'permitted' && reach !== 'platform' : whileActing !== 'never'

/** What a guest calls in the company he is of: it knows nothing of the one he acts in. */
const isOfHome = ({ reach, whileActing }: Endpoint) => reach === 'company' && whileActing === 'home'

/** Throws when the caller has not got the right, or may only look. Out: how that was found. */
const decisionOn = (endpoint: Endpoint, actor: Actor): Decision => {
  const { acting, readOnly, principal } = actor
  if (principal && endpoint.ofPrincipal) throw new AppError(kernelErrors.ofPrincipal)
  if (acting && !isOpenToGuests(endpoint)) throw new AppError(kernelErrors.closedToGuests)
  const asAtHome = acting && endpoint.whileActing === 'home'
  const decision = asAtHome ? acting.rightsAtHome.decide(endpoint) : actor.decide(endpoint)
  if (endpoint.access.kind !== 'permitted') return decision
  if (!decision.allowed) throw new Refused(actor)
  if (readOnly && !asAtHome && changesAnything(endpoint))
    throw new AppError(acting?.mode === 'view' ? kernelErrors.viewOnly : kernelErrors.readOnly)
  return decision
}

/** Who was let in, null on public endpoints; and how much is to be written down of what he reads. */
export type Admitted = { who: Actor | TemporaryActor | null; audit?: ReadAudit | undefined }

/**
 * Lets the caller in or refuses. A temporary token opens temporary endpoints only, and they open to nothing else (threat
 * T3); a session only in the company its caller expects (threat T13). Throws `tooOften` where an API has a rate and the
 * caller has passed it, and `companyTooOften` where his company has; 111 where an API wants a fresh proof of who is calling,
 * before anything of the call is done or counted (wire §1).
 */
export const admit = async (
  endpoint: Endpoint,
  origin: Origin,
  { authenticate, countObserved, requireProof, shares, takeTurn }: Door,
): Promise<Admitted> => {
  if (endpoint.access.kind === 'public') return { who: null }
  if (origin.token === '') throw new AppError(kernelErrors.signInFirst)
  await shares.giveWay(origin.token)
  const found = await authenticate(origin)
  if (found.kind === 'ended') throw ended(found.msg)
  if (endpoint.access.kind === 'temporary') {
    if (found.kind !== 'temporary') throw ended()
    return { who: found.actor }
  }
  if (found.kind === 'temporary') throw ended()
  if (found.kind === 'expired') throw new AppError(kernelErrors.tokenExpired)
  const { expectCompany } = origin
  if (expectCompany !== '' && expectCompany !== found.actor.companyId) throw new AppError(kernelErrors.otherCompany)
  await shares.take(found.actor, origin.token)
  const decision = decisionOn(endpoint, found.actor)
  if (decision.mfa) await requireProof(found.actor)
  if (decision.observed) countObserved(endpoint, found.actor)
  if (decision.rate) await takeTurn(endpoint, decision.rate, found.actor)
  return { who: isOfHome(endpoint) ? atHome(found.actor) : found.actor, audit: decision.audit }
}

/** What is known of a call that was refused for want of a right; `element` and `menu` as `Refused` has them. */
export type Denial = Pick<Refused, 'actor' | 'element' | 'menu'> & { endpoint: Endpoint; traceId: string }
