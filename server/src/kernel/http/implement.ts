import type { Contract, Endpoint, InputOf, ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor, LooseScope, RequestScope, TemporaryActor } from '../scope.ts'

type Who<E> = E extends { access: { kind: 'public' } }
  ? null
  : E extends { access: { kind: 'temporary' } }
    ? TemporaryActor
    : Actor
type ScopeOf<E> = E extends { reach: 'nothing' } ? LooseScope<Who<E>> : RequestScope<Who<E>>

export type Handlers<C> = { [K in keyof C]: (scope: ScopeOf<C[K]>, input: InputOf<C[K]>) => Promise<ReplyOf<C[K]>> }

export type AnyInput = { params: unknown; query: unknown; body: unknown; file: Uint8Array | undefined }
type AnyLoose = LooseScope<Actor | TemporaryActor | null>
/** What the kernel hands over; the declaration's reach decides which part of it is there. */
export type AnyScope = Omit<AnyLoose, 'commit'> &
  Partial<Pick<AnyLoose, 'commit'>> &
  Partial<Pick<RequestScope, 'db' | 'afterCommit'>>
export type Route = { endpoint: Endpoint; handle: (scope: AnyScope, input: AnyInput) => Promise<unknown> }

/**
 * Pairs each endpoint with its handler; a missing or surplus handler does not compile.
 * What a handler receives follows from the declaration: who is calling from `access`, the database from `reach`.
 */
export const implement = <C extends Contract>(contract: C, handlers: NoInfer<Handlers<C>>): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name as keyof C] as Route['handle'],
  }))
