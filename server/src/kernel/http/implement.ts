import type { Contract, Endpoint, InputOf, ReplyOf, SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor, DetachedScope, RequestScope, TemporaryActor } from '../scope.ts'

type CallerOf<E> = E extends { access: { kind: 'public' } }
  ? null
  : E extends { access: { kind: 'temporary' } }
    ? TemporaryActor
    : Actor
type ScopeOf<E> = E extends { reach: 'manual' } ? DetachedScope<CallerOf<E>> : RequestScope<CallerOf<E>>

/** Names of the ids in an address, in its order. */
type IdNames<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? [Name, ...IdNames<`/${Rest}`>]
  : Path extends `${string}/:${infer Name}`
    ? [Name]
    : []
type IdsOf<E, Names extends readonly unknown[]> = {
  [I in keyof Names]: InputOf<E>['params'] extends infer Params ? Params[Names[I] & keyof Params] : never
}
/** What a handler takes besides the scope: ids, query, body and file, those that its endpoint declares. */
type PartsOf<E> = [
  ...(E extends { path: infer Path } ? IdsOf<E, IdNames<Path>> : []),
  ...(E extends { query: object } ? [InputOf<E>['query']] : []),
  ...(E extends { body: object } ? [InputOf<E>['body']] : []),
  ...(E extends { wire: 'multipart' } ? [InputOf<E>['file']] : []),
]

export type Handlers<C> = { [K in keyof C]: (scope: ScopeOf<C[K]>, ...parts: PartsOf<C[K]>) => Promise<ReplyOf<C[K]>> }

export type AnyInput = { params: unknown; query: unknown; body: unknown; file: Uint8Array | SpooledFile | undefined }
type AnyDetached = DetachedScope<Actor | TemporaryActor | null>
/** The scope the kernel passes to handlers; the endpoint's reach decides which parts are present. */
export type AnyScope = Omit<AnyDetached, 'commit'> &
  Partial<Pick<AnyDetached, 'commit'>> &
  Partial<Pick<RequestScope, 'db' | 'afterCommit'>>
export type Route = { endpoint: Endpoint; handle: (scope: AnyScope, input: AnyInput) => Promise<unknown> }

const listParts = ({ path, ...endpoint }: Endpoint, { params, query, body, file }: AnyInput): unknown[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => Reflect.get(Object(params), name)),
  ...('query' in endpoint ? [query] : []),
  ...('body' in endpoint ? [body] : []),
  ...(endpoint.wire === 'multipart' ? [file] : []),
]

/**
 * Pairs each endpoint with its handler; a missing handler does not compile. A service whose functions are named like the
 * endpoints is spread: each takes the scope, the ids of the address, the query, the body and the file, as declared.
 * The declaration determines the scope's type: the actor from `access`, the database from `reach`.
 */
export const implement = <C extends Contract>(contract: C, handlers: NoInfer<Handlers<C>>): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => {
    const handle = handlers[name as keyof C] as (scope: AnyScope, ...parts: unknown[]) => Promise<unknown>
    return { endpoint, handle: (scope, input) => handle(scope, ...listParts(endpoint, input)) }
  })
