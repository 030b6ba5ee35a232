import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import type { AuditActor } from './audit-actor.ts'
import type { Db } from './db/database.ts'
import type { FileConditions } from './http/file-reply.ts'

/** An authorization decision with its trace, one entry per step. */
export type Decision = {
  allowed: boolean
  /** Allowed although the decision is negative: its rule is in observe mode. */
  observed?: true
  /** The endpoint's rate limit. */
  rate?: Rate | undefined
  /** Requires recent reauthentication. */
  mfa?: true
  /** Audit level of a read, if the registry sets one. */
  audit?: ReadAudit
  trace: readonly {
    step: 'session' | 'company' | 'auth' | 'element' | 'module' | 'plan' | 'mode' | 'mfa'
    ok: boolean
    detail: string
  }[]
}
/** `meta`: who made the call and when; `full`: its parameters as well. With the API's name. */
export type ReadAudit = { readonly level: 'meta' | 'full'; readonly name: string }
/** `n` calls per span. */
export type Rate = { readonly n: number; readonly per: 'second' | 'minute' | 'hour' | 'day' }
/** One comparison of a rule: a field with a value, or with a variable known only at query time. */
export type RowCondition = {
  field: string
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'startsWith' | 'in'
  value?: string | number | readonly (string | number)[]
  var?: 'me.id' | 'me.account' | 'now'
}
export type RowRule = { resource: string; match: 'and' | 'or'; conditions: readonly RowCondition[] }
/** Rows of all users or of the users in some groups, limited by rules. */
export type RowScope = {
  /** All users of the company. */
  wide: boolean
  groupIds: readonly string[]
  /** These groups and all their descendants. */
  groupPaths: readonly string[]
  rules: readonly RowRule[]
}
/** The actor acts in another company than their own (decision 35). Features add what they keep of it. */
export interface Acting {
  homeCompanyId: string
  homeCompanyName: string
  mode: 'view' | 'manage'
  /** The actor's rights in the home company. */
  homeRights: Rights
}
/** A signed-in user. */
export type Actor = {
  userId: string
  name: string
  account: string
  /** The company the actor acts in; their own without `acting`. */
  companyId: string
  companyName: string
  acting?: Acting
  /** The row the user signs in with, if it belongs to another company (decision 36). */
  principal?: { companyId: string; userId: string }
  /** The user whose rights an application uses; undefined for users. */
  onBehalfOf?: string
  /** The actor's company is the operator's. */
  platform: boolean
  sessionId: string
  aesKey: string
  /** May read what their permissions allow, and change nothing. */
  readOnly: boolean
  /** All permissions, or the ones listed (`'sysBases:edit'`). */
  permissions: ReadonlySet<string> | 'everything'
  /** Field restrictions; undefined for most. */
  restricted?: Restrictions | undefined
  /** Rows visible beside the actor's own: all, or the row scopes of their roles. */
  rows: 'all' | readonly RowScope[]
  /** Authorizes a call; compiled beforehand, so it needs no query. */
  decide(endpoint: Endpoint): Decision
}
/** Permissions, row scopes and field restrictions. */
export type Rights = Pick<Actor, 'permissions' | 'restricted' | 'rows' | 'decide'>
/** The actor in their own company (decision 35). */
export const homeActor = ({ acting, ...actor }: Actor): Actor =>
  acting
    ? {
        ...actor,
        ...acting.homeRights,
        readOnly: false,
        platform: true,
        companyId: acting.homeCompanyId,
        companyName: acting.homeCompanyName,
      }
    : actor
/** The row a user signs in with, shared by their rows in several companies (decision 36). */
export const toPrincipal = ({ principal, companyId, userId }: Actor) => principal ?? { companyId, userId }
/** Whether a user is the actor, or the one on whose behalf an application acts. */
export const isOneself = ({ userId, onBehalfOf }: Pick<Actor, 'userId' | 'onBehalfOf'>, id: string): boolean =>
  id === userId || id === onBehalfOf
/** Key of a user's row. */
export type Owner = { companyId: string; userId: string }
/** The caller's own row, in the home company. */
export const toOwner = ({ userId, companyId, acting }: Actor): Owner => ({
  userId,
  companyId: acting?.homeCompanyId ?? companyId,
})

/** A caller with a temporary token, between the first and the last step of sign-in. */
export type TemporaryActor = { tokenHash: Buffer }

/**
 * HttpOnly cookies: the browser binding of a session, the trusted device that skips the second factor, and the browser in
 * which a sign-in at an identity provider began.
 */
export const cookieNames = ['binding', 'trusted', 'outside'] as const
export type CookieName = (typeof cookieNames)[number]
/** Takes lifetime in seconds; 0 removes the cookie. */
export type SetCookie = (name: CookieName, value: string, seconds: number) => void
/** Beside them the browser's request of an application to sign in, which the OpenID Connect provider sets. */
export type ReadCookies = Partial<Record<CookieName | 'interaction', string>>

export type Origin = {
  ip: string
  agent: string
  traceId: string
  /** The requested host without its port: client input, not to be trusted. */
  host: string
  token: string
  /** The kind of client, as it declares itself: `console`, `front`, `open`. */
  client: string
  /** The company the client expects to act in; empty if not sent. */
  expectCompany: string
  /** Position behind which an event stream resumes; empty if not sent. */
  lastEventId: string
  /** What the caller has of a file and which part they want. */
  conditions: FileConditions
  /** IANA time zone of dates sent without one. */
  timeZone: string
  cookies: ReadCookies
  /** Asks for the impact only, without the change. */
  dryRun: boolean
  /** Token that confirms the shown impact; empty if not sent. */
  confirm: string
}

/** Secrets never audited: values of a type with one of these do not compile. */
type UnauditedField =
  | 'password'
  | 'passwordHash'
  | 'token'
  | 'tempToken'
  | 'refreshToken'
  | 'ticket'
  | 'aesKey'
  | 'secret'
/** Plain values of an entity, as the log stores them. */
export type AuditedValues = { readonly [name: string]: unknown } & { readonly [name in UnauditedField]?: never }
type AuditedEntity = {
  entityId?: string
  entityName?: string
  before?: AuditedValues | readonly AuditedValues[] | undefined
  after?: AuditedValues | readonly AuditedValues[] | undefined
}
/** Changes of other rows, each under the event it has when done alone. */
export type AuditSideEffects = readonly (AuditedEntity & { event: string; companyId?: string })[]
/** Details of the audit row beside its event. */
export type AuditNote = AuditedEntity & {
  /**
   * Each is audited in a row of its own. With `companyId`: in that company's log, where the actor appears with their
   * home company.
   */
  sideEffects?: AuditSideEffects
  /** The actor where the session has none: during sign-in and sign-out. */
  actor?: AuditActor
  /** The call repeats an earlier one, or only asks what is needed, and changes nothing: it leaves no row. */
  unchanged?: boolean
}

/** Everything a handler may use; handlers take nothing from elsewhere. */
export type RequestScope<Who = Actor> = {
  actor: Who
  origin: Origin
  /** The request's connection, inside its transaction. */
  db: Db
  /** Adds details to the audit row; later notes extend earlier ones. */
  note(note: AuditNote): void
  /**
   * Requires confirmation of the impact before the change is made.
   * @param impact the endpoint's `impact`
   * @throws 111 with the impact unless the caller has confirmed exactly this one
   */
  confirm(impact: unknown): void
  /** Sets a cookie on the answer, whatever its outcome. */
  setCookie: SetCookie
  /** Runs after the commit, for effects of a real change such as clearing a cache. */
  afterCommit(work: () => void): void
}
/**
 * Scope of endpoints with reach `nothing`: the handler holds no connection while it works and opens short transactions
 * itself.
 */
export type DetachedScope<Who> = Omit<RequestScope<Who>, 'db' | 'afterCommit'> & {
  /** Commits the call's effect and its audit row in one transaction with platform reach. */
  commit<T>(work: (db: Db) => Promise<T>): Promise<T>
}

type Extras = {
  data?: unknown
  errors?: FieldError[]
  /** Commits earlier writes before the refusal: a failed attempt must be remembered. */
  commit?: boolean
}
/** A refusal the user can act on: sent with HTTP 200, a code and a message (decision 4). */
export class AppError extends Error {
  readonly spec: ErrorSpec
  readonly extras: Extras
  constructor(spec: ErrorSpec, extras: Extras = {}) {
    // Expected errors need no stack, and a flood of refusals must stay cheap.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(spec.msg)
    Error.stackTraceLimit = stackTraceLimit
    this.spec = spec
    this.extras = extras
  }
}
/** A refusal shown at one field of the form. */
export const refusalAt = (spec: ErrorSpec, field: string) => new AppError(spec, { errors: [{ field, msg: spec.msg }] })

/** Thrown when a permission is missing. Carries the actor so that the decision can be stored and explained. */
export class PermissionDenied extends AppError {
  readonly actor: Actor
  /** Permission required beside the endpoint's own; null when refused at admission. */
  readonly permission: string | null
  /** Id of the requested page; null for a call. */
  readonly page: string | null
  /** `because`: what is said instead of the usual sentence. */
  constructor(actor: Actor, permission: string | null = null, page: string | null = null, because?: string) {
    super(because === undefined ? kernelErrors.forbidden : { ...kernelErrors.forbidden, msg: because })
    this.actor = actor
    this.permission = permission
    this.page = page
  }
}
