import './default-message.ts'
import type * as z from 'zod/mini'
import type { Sheet } from './sheet.ts'

/**
 * Who may call an endpoint. `public`, `temporary` and `signedIn` state their reason. `temporary` is the state between
 * verify and accessToken: its token opens only these endpoints, and only it opens them.
 */
export type Access =
  | { readonly kind: 'public'; readonly because: string }
  | { readonly kind: 'temporary'; readonly because: string }
  | { readonly kind: 'signedIn'; readonly because: string }
  | { readonly kind: 'permitted'; readonly operation: string }

/**
 * Which rows the handler's transaction can see: those of the acting company, or all. With `manual` the kernel opens no
 * transaction; the handler opens short ones itself, so that slow work holds no database connection.
 */
export type Reach = 'company' | 'platform' | 'manual'

/** Rate limit per IP address, checked before anything else. */
export type Limit = { readonly points: number; readonly seconds: number }

/** Default rate limit per user: `n` calls per period. Operators can change it in the registry. */
export type DeclaredRate = { readonly n: number; readonly per: 'second' | 'minute' | 'hour' | 'day' }

/**
 * Whether an endpoint can be called while acting in another company. By default, permission-checked endpoints with reach `company` can.
 * `guest`: allowed although the handler sees more than that company. `home`: allowed by the rights of the home company,
 * and applied to the visited company where the endpoint reaches one. `never`: refused.
 */
export type WhileActing = 'guest' | 'home' | 'never'

/**
 * The audit event of a write, or why it has none. `namesPeople`: the row names people beside its actor and the user it
 * concerns, so that callers with a narrow row scope see it only if they are its actor.
 */
export type Audit = { readonly event: string; readonly namesPeople?: true } | { readonly none: string }

/**
 * Whether a reply names users of the caller's company. `inRowScope`: only users in the caller's row scope; a list or file
 * whose handler does not read the scope fails. `unscoped` states the reason. Stamps (created by, decided by …) belong
 * to their row and do not count.
 */
export type NamesUsers = 'none' | 'inRowScope' | { readonly unscoped: string }

/**
 * How a change bounds an id that it names. `inScope`: the caller's row scope shows a row of this kind before the change;
 * others are refused like unknown ones before the handler runs. `unbound` states which rule bounds it instead.
 */
export type IdBound = { readonly inScope: string } | { readonly unbound: string }

/**
 * Format of the reply. `list`: `data` with `total`; `binary`: bytes; `multipart`: accepts one file, with the body as
 * form fields; `stream`: server-sent events.
 */
export type Wire = 'json' | 'list' | 'binary' | 'multipart' | 'stream'

/** How a call is approved: under the name that the handler notes for the audit log. Places are as those of ids: `body.name`. */
export type DeclaredApproval = {
  /** What the approval is called. */
  readonly title: string
  /** What approvers see of the input, by name; of a `user` the name. Conditions may compare texts and numbers. */
  readonly fields: Readonly<Record<string, { label: string; at: string; kind: 'text' | 'number' | 'user' }>>
  /** Who decides until the company sets steps of its own: the leader of the caller's organisation, or an administrator. */
  readonly by: 'leader' | 'administrators'
  /** The caller may approve it, too, when it is their turn. */
  readonly own?: true
}

type Common = {
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly reach: Reach
  readonly limit?: Limit
  readonly rate?: DeclaredRate
  readonly whileActing?: WhileActing
  /** Concerns how the account signs in: refused to members whose account belongs to another company (decision 36). */
  readonly homeAccountOnly?: true
  /** Never requires reauthentication: part of reauthentication itself, or of leaving. */
  readonly skipsReauthentication?: true
  /**
   * Replies with all rows and all fields as a file: refused to callers with restricted fields or a narrow row scope.
   */
  readonly unmasked?: true
  /**
   * Searches by a field that may be restricted: refused to callers without that field if a search text matches the
   * pattern.
   */
  readonly restrictedSearch?: { readonly field: string; readonly pattern: RegExp }
  /** Bounds by place: `params.id`, `body.add`; `body.orgs.orgId` in each item of a list. Reads have none. */
  readonly ids?: Readonly<Record<string, IdBound>>
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly reply: z.ZodMiniType
}
/** Lists and files declare whether they name users. Other replies name none by default. */
type Answers =
  | { readonly wire: 'list' | 'binary'; readonly namesUsers: NamesUsers }
  | { readonly wire?: Exclude<Wire, 'list' | 'binary'>; readonly namesUsers?: NamesUsers }
export type EndpointSpec = Common & Answers & (Reading | Writing)
type Reading = {
  readonly method: 'GET'
  /** Why a GET writes although the method is safe (RFC 9110 §9.2.1). Without it the transaction is read-only. */
  readonly writes?: string
  /** The reply carries an entity tag of its data; a call that sends it as `If-None-Match` gets 304 while it holds. */
  readonly etag?: true
  /**
   * For how many seconds browsers and shared caches may keep the reply, and for how many more they may show it while
   * they ask again. Only for public replies with an entity tag, which are the same for everybody.
   */
  readonly cache?: { readonly seconds: number; readonly staleSeconds: number }
}
type Writing = {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly audit: Audit
  readonly body?: z.ZodMiniType
  /**
   * Schema of the impact of the change. A call without the header `X-Confirm`, or with `?dryRun=1`, replies with code
   * 111, the impact and a confirmation token; the same call with that token in the header applies the change. With
   * `?dryRun=1` nothing is changed: the impact is null where there is nothing to confirm.
   */
  readonly impact?: z.ZodMiniType
  /** Schema of the current row in a 409 reply, if fields of it can be restricted. */
  readonly current?: z.ZodMiniType
  /** Maximum file size of a multipart call, in bytes. */
  readonly maxBytes?: number
  /** The file of a multipart call is received into a temporary file instead of memory, and the call has fields. */
  readonly spooled?: true
  /** The reply holds secrets that must not be stored: idempotency keys are ignored, and a repeated call runs again. */
  readonly secretReply?: true
  /**
   * The call waits until others have approved it, and is carried out as who made it: with the rights they have then, and
   * only if its impact is the one that was approved. For writes that reach a company and reply with no secret.
   */
  readonly approval?: DeclaredApproval
  /** Shows no success toast. */
  readonly quiet?: true
  /** What an export writes. Its body selects rows, columns and format (`exportBody`). */
  readonly sheet?: Sheet
}

export type Endpoint = EndpointSpec & { readonly module: string; readonly name: string }
export type Contract = Readonly<Record<string, Endpoint>>

/** Exempts a reply from the caller's row scope. `because`: why it may name people outside it. */
export const unscopedBecause = (because: string) => ({ unscoped: because }) as const
export const permitted = <const O extends string>(operation: O) => ({ kind: 'permitted', operation }) as const
export const signedInBecause = (because: string) => ({ kind: 'signedIn', because }) as const
export const temporaryBecause = (because: string) => ({ kind: 'temporary', because }) as const
export const publicBecause = (because: string) => ({ kind: 'public', because }) as const

/**
 * Adds the module and the name to each endpoint.
 * @param module - the module's code on the wire, for example `sysBases`
 */
export const defineContract = <const M extends string, const E extends Record<string, EndpointSpec>>(
  module: M,
  endpoints: E,
) =>
  Object.fromEntries(Object.entries(endpoints).map(([name, spec]) => [name, { ...spec, module, name }])) as unknown as {
    readonly [K in keyof E]: E[K] & { readonly module: M; readonly name: K & string }
  }

/** The permissions of a contract, for example `'sysBases:edit'`. A permission exists if an endpoint requires it. */
export type PermissionOf<C> = {
  [K in keyof C]: C[K] extends {
    module: infer M extends string
    access: { operation: infer O extends string }
  }
    ? `${M}:${O}`
    : never
}[keyof C]

/** Whether a call can change data. A `binary` POST only reads. */
export const isMutation = ({ method, wire }: Endpoint): boolean => method !== 'GET' && wire !== 'binary'

type Part = 'params' | 'query' | 'body'
type Read<E, F extends Part> = F extends keyof E ? (E[F] extends z.ZodMiniType ? z.output<E[F]> : undefined) : undefined
/** The part of a Blob that a request needs; the contract also runs where there is no Blob. */
type FileLike = { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }
/** The file of a spooled call: a temporary file that is removed after the call. */
export type SpooledFile = {
  /** As the caller named it. */
  readonly name: string
  readonly path: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly size: number
}
type Uploads = { readonly wire: 'multipart' }
type Spools = { readonly spooled: true }
/** Input of a handler: the parsed parts, undefined if not declared; `file` holds the file of a multipart call. */
export type InputOf<E> = { [F in Part]: Read<E, F> } & {
  file: E extends Uploads ? (E extends Spools ? SpooledFile : Uint8Array) : undefined
}
/** Return value of a handler. Fields missing in the reply schema are dropped. */
export type ReplyOf<E> = E extends { reply: infer R extends z.ZodMiniType } ? z.output<R> : never

type Sent<E, F extends Part> = F extends keyof E
  ? E[F] extends z.ZodMiniType
    ? Record<string, never> extends z.input<E[F]>
      ? { [K in F]?: z.input<E[F]> }
      : { [K in F]: z.input<E[F]> }
    : unknown
  : unknown
/** Request of a caller: only the parts the endpoint declares. */
export type RequestOf<E> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  Sent<E, 'body'> &
  (E extends Uploads ? { file: FileLike } : unknown)
