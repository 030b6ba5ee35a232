import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import type { AuditActor } from './audit-actor.ts'
import type { Db } from './db/database.ts'

/** Whether somebody may call, and how that was found: every step that was looked at, in order. */
export type Decision = {
  allowed: boolean
  /** Let through although it would have been refused: its rule is being tried out. */
  observed?: true
  /** How often he may call. */
  rate?: Rate | undefined
  /** He must have proved lately that it is he. */
  mfa?: true
  /** How much of a read is written down, where the registry wants that. */
  audit?: ReadAudit
  trace: readonly {
    step: 'session' | 'company' | 'auth' | 'element' | 'plan' | 'mode' | 'mfa'
    ok: boolean
    detail: string
  }[]
}
/** Who made the call and when, or its parameters as well; and what the API is called. */
export type ReadAudit = { readonly level: 'meta' | 'full'; readonly name: string }
/** So many calls in each such span. */
export type Rate = { readonly n: number; readonly per: 'second' | 'minute' | 'hour' | 'day' }
/** One comparison of a rule: a field with a value, or with something known only when it is asked. */
export type RowCondition = {
  field: string
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'startsWith' | 'in'
  value?: string | number | readonly (string | number)[]
  var?: 'me.id' | 'me.account' | 'now'
}
export type RowRule = { resource: string; match: 'and' | 'or'; conditions: readonly RowCondition[] }
/** The rows that one role shows: of everybody, or of the people in some organisations; and of those, what its rules let through. */
export type RowScope = {
  /** Everybody's. */
  wide: boolean
  orgIds: readonly string[]
  /** Everything below these organisations, and themselves. */
  orgPaths: readonly string[]
  rules: readonly RowRule[]
}
/** Somebody acts in another company than his own (a visit): where he is from, and what he came for. */
export type Acting = {
  homeCompanyId: string
  homeCompanyName: string
  /** The session he came from; his own ends with it. */
  homeSessionId: string
  orgId: string
  orgName: string
  mode: 'view' | 'manage'
  reason: string
  until: string
  /** The ids of the menus that he has at home and that the company may have. */
  menus: readonly string[]
  /** What he may at home. */
  rightsAtHome: Rights
}
/** Somebody with a session. */
export type Actor = {
  userId: string
  name: string
  account: string
  /** The company he acts in: his own, but for a visit. */
  companyId: string
  companyName: string
  acting?: Acting
  /** The row he signs in with, where that is one of another company (decision 36). */
  principal?: { companyId: string; userId: string }
  /** His company is the operator's own. */
  platform: boolean
  sessionId: string
  aesKey: string
  /** He may look at what he has the right to, and change nothing of it. */
  readOnly: boolean
  /** Every right there is, or the ones listed (`'sysBases:edit'`). */
  permissions: ReadonlySet<string> | 'everything'
  /** Which fields are kept from him, and how; undefined for most. */
  restricted?: Restrictions | undefined
  /** Whose rows he sees beside his own: everybody's, or what each of his roles shows. */
  rows: 'all' | readonly RowScope[]
  /** Whether he may call an endpoint; compiled beforehand, so it asks nobody anything. */
  decide(endpoint: Endpoint): Decision
}
/** What somebody may, and whose rows and fields he sees. */
export type Rights = Pick<Actor, 'permissions' | 'restricted' | 'rows' | 'decide'>
/** The same person as he is at home, in the operator's own company, where all visits come from (decision 35). */
export const atHome = ({ acting, ...actor }: Actor): Actor =>
  acting
    ? {
        ...{ ...actor, ...acting.rightsAtHome, readOnly: false, platform: true },
        ...{ companyId: acting.homeCompanyId, companyName: acting.homeCompanyName },
      }
    : actor
/** Whoever signs in, in whichever of his companies he is. */
export const principalOf = ({ principal, companyId, userId }: Actor) => principal ?? { companyId, userId }
/** A person's row. */
export type Owner = { companyId: string; userId: string }
/** The caller's own row, which a visit leaves at home. */
export const ownerOf = ({ userId, companyId, acting }: Actor): Owner => ({
  userId,
  companyId: acting?.homeCompanyId ?? companyId,
})

/** Somebody who holds a temporary token, between the first step of signing in and the last; the token is all that is known. */
export type TemporaryActor = { tokenHash: Buffer }

/** Cookies scripts cannot read: what a browser's session is bound to, and what spares it the second step. */
export const cookieNames = ['binding', 'trusted'] as const
export type CookieName = (typeof cookieNames)[number]
/** In: its life in seconds; 0 takes the cookie away. */
export type SetCookie = (name: CookieName, value: string, seconds: number) => void

export type Origin = {
  ip: string
  agent: string
  traceId: string
  /** The host that was asked, without its port: whoever asks says so, and nothing is decided by it. */
  host: string
  token: string
  /** What kind of program says it is calling: `console`, `front`, `open`. */
  client: string
  /** The company he believes he acts in; empty when he does not say. */
  expectCompany: string
  /** An IANA name: the zone in which dates without one are meant. */
  timeZone: string
  cookies: Partial<Record<CookieName, string>>
  /** Asks what the call would do, and for nothing more. */
  dryRun: boolean
  /** What says that the impact has been seen; empty when nothing was. */
  confirm: string
}

/** Fields that no audit row carries: values of a type that has one do not fit. */
type Unfit = 'password' | 'passwordHash' | 'token' | 'tempToken' | 'refreshToken' | 'ticket' | 'aesKey' | 'secret'
/** Plain values of an entity, as the log keeps them. */
export type AuditedValues = { readonly [name: string]: unknown } & { readonly [name in Unfit]?: never }
type AuditedEntity = {
  entityId?: string
  entityName?: string
  before?: AuditedValues | readonly AuditedValues[] | undefined
  after?: AuditedValues | readonly AuditedValues[] | undefined
}
/** What the audit row says beside the event itself. */
export type AuditNote = AuditedEntity & {
  /**
   * What the call did to other rows by the way, each with the event it has where it is done alone: it gets a row of
   * its own. With a company: in that one's log, where whoever did it is a guest.
   */
  parts?: readonly (AuditedEntity & { event: string; companyId?: string })[]
  /** Who it was, where the session does not tell: during sign-in and sign-out. */
  actor?: AuditActor
}

/** Everything one request may touch. Handlers take nothing from anywhere else. */
export type RequestScope<Who = Actor> = {
  actor: Who
  origin: Origin
  /** The one connection of this request, inside its transaction. */
  db: Db
  /** Says what happened, for the audit row; later notes add to earlier ones. */
  note(note: AuditNote): void
  /**
   * Shows what the change would do, once it is known and before it is made. Throws 111 with it, unless the caller has
   * seen exactly this and said yes. In: what the endpoint declares as its `impact`.
   */
  confirm(impact: unknown): void
  /** Gives the browser a cookie, with the answer, whatever it will be. */
  setCookie: SetCookie
  /** For what must only happen when the change is real, such as forgetting a cached value. */
  afterCommit(work: () => void): void
}
/** A handler that reaches `nothing` holds no connection while it works; it opens short transactions itself. */
export type LooseScope<Who> = Omit<RequestScope<Who>, 'db' | 'afterCommit'> & {
  /** The transaction, with platform sight, that makes the call's effect real; the audit row is written in it. */
  commit<T>(work: (db: Db) => Promise<T>): Promise<T>
}

type Extras = {
  data?: unknown
  errors?: FieldError[]
  /** Commit what was written before refusing: a failed attempt must be remembered. */
  keep?: boolean
}
/** A refusal a person can act on: it travels as HTTP 200 with a code and a sentence (docs/decisions/0004). */
export class AppError extends Error {
  readonly spec: ErrorSpec
  readonly extras: Extras
  constructor(spec: ErrorSpec, extras: Extras = {}) {
    // Foreseen, so nobody looks where it was thrown; and a flood of refusals must cost little.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(spec.msg)
    Error.stackTraceLimit = stackTraceLimit
    this.spec = spec
    this.extras = extras
  }
}
/** A refusal that is told at one field of the form. */
export const refusalAt = (spec: ErrorSpec, field: string) => new AppError(spec, { errors: [{ field, msg: spec.msg }] })

/** A refusal for want of a right; it knows whom it refused, so that how it was found can be kept and explained (beyond N1). */
export class Refused extends AppError {
  readonly actor: Actor
  /** The element that the call needed besides its API's own; null at the door. */
  readonly element: string | null
  /** The menu of the page that he wanted to open; null where it was a call. */
  readonly menu: string | null
  constructor(actor: Actor, element: string | null = null, menu: string | null = null) {
    super(kernelErrors.forbidden)
    this.actor = actor
    this.element = element
    this.menu = menu
  }
}
