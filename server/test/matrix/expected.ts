import { commentsContract } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import type { Permission } from '@atrium/contract/index.ts'
import type { Access, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import type { Caller, TokenStatus } from './callers.ts'

/** `past`: admitted. Otherwise the status and code of the refusal. */
export type Verdict = 'past' | { readonly status: number; readonly code: number }

const signInFirst: Verdict = { status: 401, code: kernelErrors.signInFirst.code }
const forbidden: Verdict = { status: 403, code: kernelErrors.forbidden.code }
const refreshFirst: Verdict = { status: 200, code: kernelErrors.tokenExpired.code }
const ended: Verdict = { status: 200, code: kernelErrors.sessionInvalid.code }

/** Refusal of guests: on their own account, on the platform, and on changes in a view-only visit. */
const closedToGuests: Verdict = { status: 200, code: kernelErrors.closedToGuests.code }

/** Refusal of account endpoints to members whose account belongs to another company. */
const accountElsewhere: Verdict = { status: 200, code: kernelErrors.ofPrincipal.code }

const verdictByTokenStatus: Readonly<Record<TokenStatus, Verdict>> = {
  nobody: signInFirst,
  temporary: ended,
  expired: refreshFirst,
  ended,
  alive: 'past',
}
/** Permissions that a sample needs beyond those of its endpoint: a batch locks users, comments and tags are about one. */
const additionalPermissions = new Map<Endpoint, Permission>([
  [userBatchContract.batch, 'sysUsers:lock'],
  [commentsContract.list, 'sysUsers:get'],
  [tagsContract.ofRow, 'sysUsers:get'],
  [tagsContract.attach, 'sysUsers:edit'],
  [tagsContract.detach, 'sysUsers:edit'],
])

const hasPermission = (caller: Caller, permission: string | undefined) =>
  caller.permissions === 'everything' || caller.permissions.some((each) => each === permission)

const verdictOnRights = (caller: Caller, required: readonly (string | undefined)[]): Verdict => {
  const verdict = verdictByTokenStatus[caller.tokenStatus]
  const isHeld = required.every((each) => each === undefined || hasPermission(caller, each))
  return verdict !== 'past' || isHeld ? verdict : forbidden
}

const rules: Readonly<Record<Access['kind'], (endpoint: Endpoint, caller: Caller) => Verdict>> = {
  public: () => 'past',
  // Endpoints of the temporary token accept no other token, not even one that could be refreshed.
  temporary: (_, { tokenStatus }) =>
    tokenStatus === 'nobody' ? signInFirst : tokenStatus === 'temporary' ? 'past' : ended,
  signedIn: (endpoint, caller) => verdictOnRights(caller, [additionalPermissions.get(endpoint)]),
  permitted: (endpoint, caller) =>
    verdictOnRights(caller, [toPermission(endpoint), additionalPermissions.get(endpoint)]),
}

/** Verdict on a guest, whose home company is the platform's and who holds all permissions there. */
const guestVerdict = (endpoint: Endpoint, caller: Caller): Verdict => {
  const { access, reach, whileActing, method, wire } = endpoint
  const { kind } = access
  if (kind === 'public' || kind === 'temporary') return rules[kind](endpoint, caller)
  if (whileActing === 'home') return 'past'
  if (whileActing === 'never') return closedToGuests
  if (whileActing === undefined && (kind === 'signedIn' || reach === 'platform')) return closedToGuests
  const verdict = rules[kind](endpoint, caller)
  return verdict === 'past' && caller.visitMode === 'view' && method !== 'GET' && wire !== 'binary'
    ? closedToGuests
    : verdict
}

/**
 * The verdict that the endpoint's declaration implies for a caller.
 * @throws for a kind of access without a rule
 */
export const getExpected = (endpoint: Endpoint, caller: Caller): Verdict => {
  const rule = rules[endpoint.access.kind]
  if (!rule) throw new Error(`${endpoint.path}: no rule in server/test/matrix/expected.ts for its kind of access`)
  if (caller.hasAccountElsewhere && endpoint.homeAccountOnly) return accountElsewhere
  return caller.visitMode ? guestVerdict(endpoint, caller) : rule(endpoint, caller)
}
