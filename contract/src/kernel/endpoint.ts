import './default-sentence.ts'
import type * as z from 'zod/mini'

/**
 * Who may call. Every endpoint says one of these; an open door says why.
 * `temporary` is the half-signed-in state between verify and accessToken: its token opens these
 * endpoints and no others, and no other token opens them.
 */
export type Access =
  | { readonly kind: 'public'; readonly because: string }
  | { readonly kind: 'temporary'; readonly because: string }
  | { readonly kind: 'signedIn'; readonly because: string }
  | { readonly kind: 'permitted'; readonly operation: string }

/**
 * Whose rows the handler can see: the acting company's, or everybody's, in one transaction that the kernel opens.
 * With `nothing` no transaction is held while the handler runs; it opens short ones itself (slow work must not keep
 * a database connection).
 */
export type Reach = 'company' | 'platform' | 'nothing'

/** How often one address may call, counted before anything else is done. */
export type Limit = { readonly points: number; readonly seconds: number }

/** How often one person may call, so many times in each such span; what the registry begins with, which operators may change. */
export type DeclaredRate = { readonly n: number; readonly per: 'second' | 'minute' | 'hour' | 'day' }

/**
 * What somebody may call who acts in another company than his own. Without a word: what is reached by right within that
 * company. `guest`: that too, although the handler sees beyond it. `home`: by the rights he has at home, and
 * in that company where it reaches one. `never`: not at all.
 */
export type WhileActing = 'guest' | 'home' | 'never'

/**
 * What the audit log will say; a write that leaves no trace says why. `namesPeople`: the row names people beside its actor
 * and a user it happened to, so that callers with a narrow row scope see it only if they are its actor.
 */
export type Audit = { readonly event: string; readonly namesPeople?: true } | { readonly none: string }

/**
 * Whether an answer names users of the caller's company. `scoped`: those in the caller's row scope alone; a list or a file
 * whose handler does not read the scope fails. An exception says why. Stamps (created by, decided by …) belong to the row that bears
 * them and are shown with it.
 */
export type People = 'none' | 'scoped' | { readonly unscoped: string }

/** `list` answers `data` and `total` side by side; `binary` answers bytes; `multipart` takes one file; `stream` keeps answering. */
export type Wire = 'json' | 'list' | 'binary' | 'multipart' | 'stream'

type Common = {
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly reach: Reach
  readonly limit?: Limit
  readonly rate?: DeclaredRate
  readonly whileActing?: WhileActing
  /** About how somebody signs in: closed to whoever works here as a member and signs in elsewhere (decision 36). */
  readonly ofPrincipal?: true
  /** Never asks for a fresh proof of who is calling: it is the way to one, or the way out. */
  readonly withoutProof?: true
  /** Answers all rows with all they have, as a file: closed to callers with restricted fields or a narrow row scope. */
  readonly whole?: true
  /** Its search finds by a field that can be kept from somebody, where what is looked for looks like this. */
  readonly finds?: { readonly by: string; readonly looksLike: RegExp }
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly reply: z.ZodMiniType
}
/** Lists and files have to say whether they name people. Other answers name none unless they say so. */
type Answers =
  | { readonly wire: 'list' | 'binary'; readonly people: People }
  | { readonly wire?: Exclude<Wire, 'list' | 'binary'>; readonly people?: People }
export type EndpointSpec = Common & Answers & (Reading | Writing)
type Reading = {
  readonly method: 'GET'
  /** Why it writes although its method is safe (RFC 9110 §9.2.1): without it the database refuses. */
  readonly writes?: string
}
type Writing = {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly audit: Audit
  readonly body?: z.ZodMiniType
  /**
   * What the change would do. Such a call answers 111 with it and a token first, always with `?dryRun=1`; the same
   * call with the token in the header `X-Confirm` makes the change (wire §1).
   */
  readonly impact?: z.ZodMiniType
  /** The row that whoever edits an older version is answered (409), where fields of it can be kept from somebody. */
  readonly current?: z.ZodMiniType
  /** The largest file a multipart call takes. */
  readonly maxBytes?: number
  /** The answer holds secrets, which are stored nowhere: no idempotency key keeps it, a repeated call is a new one. */
  readonly secretReply?: true
  /** No success toast: the specification's excluded sign-in and password-send calls (§8). */
  readonly quiet?: true
}

export type Endpoint = EndpointSpec & { readonly module: string; readonly name: string }
export type Contract = Readonly<Record<string, Endpoint>>

/** Excuses an answer from the caller's row scope. In: why it may name people outside it. */
export const unscopedBecause = (because: string) => ({ unscoped: because }) as const
export const permitted = <const O extends string>(operation: O) => ({ kind: 'permitted', operation }) as const
export const signedInBecause = (because: string) => ({ kind: 'signedIn', because }) as const
export const temporaryBecause = (because: string) => ({ kind: 'temporary', because }) as const
export const publicBecause = (because: string) => ({ kind: 'public', because }) as const

/**
 * Gives each endpoint the module it belongs to and its own name.
 * In: the module's code on the wire (`sysBases`) and a plain object of endpoints. Out: the same object, labelled.
 */
export const defineContract = <const M extends string, const E extends Record<string, EndpointSpec>>(
  module: M,
  endpoints: E,
) =>
  Object.fromEntries(Object.entries(endpoints).map(([name, spec]) => [name, { ...spec, module, name }])) as unknown as {
    readonly [K in keyof E]: E[K] & { readonly module: M; readonly name: K & string }
  }

/** `'sysBases:edit'` and so on: a permission exists exactly when an endpoint asks for it. */
export type PermissionOf<C> = {
  [K in keyof C]: C[K] extends {
    module: infer M extends string
    access: { operation: infer O extends string }
  }
    ? `${M}:${O}`
    : never
}[keyof C]

/** The permission an endpoint asks for, or undefined where it asks for none. */
export const permissionOf = ({ module, access }: Endpoint): string | undefined =>
  access.kind === 'permitted' ? `${module}:${access.operation}` : undefined

/** Whether a call may change anything; a file that is asked for by POST changes nothing. */
export const changesAnything = ({ method, wire }: Endpoint): boolean => method !== 'GET' && wire !== 'binary'

type Part = 'params' | 'query' | 'body'
type Read<E, F extends Part> = F extends keyof E ? (E[F] extends z.ZodMiniType ? z.output<E[F]> : undefined) : undefined
/** What a browser calls a Blob; the contract runs where there is none. */
type FileLike = { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }
type Uploads = { readonly wire: 'multipart' }
/** What a handler receives: every part parsed, the undeclared ones undefined; `file` is the bytes of a multipart call. */
export type InputOf<E> = { [F in Part]: Read<E, F> } & { file: E extends Uploads ? Uint8Array : undefined }
/** What a handler returns. Fields the reply schema does not name never leave the server. */
export type ReplyOf<E> = E extends { reply: infer R extends z.ZodMiniType } ? z.output<R> : never

type Sent<E, F extends Part> = F extends keyof E
  ? E[F] extends z.ZodMiniType
    ? Record<string, never> extends z.input<E[F]>
      ? { [K in F]?: z.input<E[F]> }
      : { [K in F]: z.input<E[F]> }
    : unknown
  : unknown
/** What a caller sends: only the parts the endpoint declares. */
export type RequestOf<E> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  Sent<E, 'body'> &
  (E extends Uploads ? { file: FileLike } : unknown)
