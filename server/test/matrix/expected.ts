import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { Permission } from '@atrium/contract/index.ts'
import { type Access, type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Caller, Standing } from './callers.ts'

/** `past` the door, or turned away with exactly this. */
export type Verdict = 'past' | { readonly status: number; readonly code: number }

const signInFirst: Verdict = { status: 401, code: kernelErrors.signInFirst.code }
const forbidden: Verdict = { status: 403, code: kernelErrors.forbidden.code }
const refreshFirst: Verdict = { status: 200, code: kernelErrors.tokenExpired.code }
const ended: Verdict = { status: 200, code: kernelErrors.sessionInvalid.code }

/** Behind the door of another company: not about himself, not the platform's, and in view no change (threat T13). */
const closed: Verdict = { status: 200, code: kernelErrors.closedToGuests.code }

/** What is about somebody's account, to whoever has it elsewhere. */
const keptElsewhere: Verdict = { status: 200, code: kernelErrors.ofPrincipal.code }

const byStanding: Readonly<Record<Standing, Verdict>> = {
  nobody: signInFirst,
  temporary: ended,
  expired: refreshFirst,
  ended,
  alive: 'past',
}
/** What a body asks for beyond its endpoint's own right: the sample of the batch locks. */
const alsoAsked = new Map<Endpoint, Permission>([[usersContract.batch, 'sysUsers:lock']])

const holds = (caller: Caller, permission: string | undefined) =>
  caller.holds === 'everything' || caller.holds.some((each) => each === permission)

const rules: Readonly<Record<Access['kind'], (endpoint: Endpoint, caller: Caller) => Verdict>> = {
  public: () => 'past',
  // The temporary token's doors open to no other token, not even to one that could be refreshed (threat T3).
  temporary: (_, { standing }) => (standing === 'nobody' ? signInFirst : standing === 'temporary' ? 'past' : ended),
  signedIn: (_, { standing }) => byStanding[standing],
  permitted: (endpoint, caller) => {
    const verdict = byStanding[caller.standing]
    const asked = [permissionOf(endpoint), alsoAsked.get(endpoint) ?? permissionOf(endpoint)]
    return verdict !== 'past' || asked.every((each) => holds(caller, each)) ? verdict : forbidden
  },
}

/** What is open to a guest, whose own company is the platform's and who holds everything there. */
const asGuest = (endpoint: Endpoint, caller: Caller): Verdict => {
  const { access, reach, whileActing, method, wire } = endpoint
  const { kind } = access
  if (kind === 'public' || kind === 'temporary') return rules[kind](endpoint, caller)
  if (whileActing === 'home') return 'past'
  if (whileActing === 'never') return closed
  if (whileActing === undefined && (kind === 'signedIn' || reach === 'platform')) return closed
  const verdict = rules[kind](endpoint, caller)
  return verdict === 'past' && caller.visits === 'view' && method !== 'GET' && wire !== 'binary' ? closed : verdict
}

/** What the endpoint's own declaration means for this caller. Throws for an access without a rule. */
export const expectedOf = (endpoint: Endpoint, caller: Caller): Verdict => {
  const rule = rules[endpoint.access.kind]
  if (!rule) throw new Error(`${endpoint.path}: no rule in server/test/matrix/expected.ts for its kind of access`)
  if (caller.outside && endpoint.ofPrincipal) return keptElsewhere
  return caller.visits ? asGuest(endpoint, caller) : rule(endpoint, caller)
}
