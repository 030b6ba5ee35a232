import type { Contract, Endpoint, InputOf, ReplyOf, SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor, DetachedScope, RequestScope, TemporaryActor } from '../scope.ts'

type CallerOf<E> = E extends { access: { kind: 'public' } }
  ? null
  : E extends { access: { kind: 'temporary' } }
    ? TemporaryActor
    : Actor
type ScopeOf<E> = E extends { reach: 'manual' } ? DetachedScope<CallerOf<E>> : RequestScope<CallerOf<E>>

export type Handlers<C> = { [K in keyof C]: (scope: ScopeOf<C[K]>, input: InputOf<C[K]>) => Promise<ReplyOf<C[K]>> }

export type AnyInput = { params: unknown; query: unknown; body: unknown; file: Uint8Array | SpooledFile | undefined }
type AnyDetached = DetachedScope<Actor | TemporaryActor | null>
/** The scope the kernel passes to handlers; the endpoint's reach decides which parts are present. */
export type AnyScope = Omit<AnyDetached, 'commit'> &
  Partial<Pick<AnyDetached, 'commit'>> &
  Partial<Pick<RequestScope, 'db' | 'afterCommit'>>
export type Route = { endpoint: Endpoint; handle: (scope: AnyScope, input: AnyInput) => Promise<unknown> }

/**
 * Pairs each endpoint with its handler; a missing or surplus handler does not compile.
 * The declaration determines the scope's type: the actor from `access`, the database from `reach`.
 */
export const implement = <C extends Contract>(contract: C, handlers: NoInfer<Handlers<C>>): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name as keyof C] as Route['handle'],
  }))
