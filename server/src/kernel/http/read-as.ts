import type { Endpoint, ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Database, DatabaseReach } from '../db/database.ts'
import { originOfRun } from '../jobs/scope-of-batch.ts'
import type { FieldMasks } from '../restrictions.ts'
import type { Actor } from '../scope.ts'
import { admitInner } from './admit.ts'
import { refuseUnattended } from './call-as.ts'
import type { AnyScope, Route } from './implement.ts'
import { readInput } from './read-input.ts'
import { assertAllRowsReadable, assertNothingRestricted, createReplyMask } from './reply-mask.ts'
import { trackRowScopeUse } from './row-scope-use.ts'

type Sent = { params?: unknown; query?: unknown }
/**
 * What an actor reads at an endpoint now: with their rights, plan, row scope and masks, as their own call would, in a
 * transaction of its own and without a trace.
 *
 * @throws the refusals of that call
 */
export type ReadAs = <E extends Endpoint>(endpoint: E, actor: Actor, sent: Sent) => Promise<ReplyOf<E>>
type Ports = { database: Database; collect: () => { routes: readonly Route[]; fieldMasks: FieldMasks } }

const ignore = () => undefined
const refuseToWrite = () => Promise.reject(new Error('a read writes nothing'))
const reachOf = ({ reach }: Endpoint, { companyId }: Actor): DatabaseReach | undefined => {
  if (reach === 'manual') return undefined
  return reach === 'platform' ? { reach } : { reach, companyId }
}

/** Takes what the features have declared once all are there. */
export const createReadAs = ({ database, collect }: Ports): ReadAs => {
  let routes: ReadonlyMap<Endpoint, Route> | undefined
  const find = (endpoint: Endpoint): Route => {
    routes ??= new Map(collect().routes.map((route) => [route.endpoint, route]))
    const route = routes.get(endpoint)
    if (!route || endpoint.method !== 'GET') throw new Error(`${endpoint.path} is no read of this node`)
    return route
  }
  return async <E extends Endpoint>(endpoint: E, actor: Actor, { params, query }: Sent) => {
    const route = find(endpoint)
    await admitInner(endpoint, actor, { requireReauthentication: refuseUnattended })
    const input = { ...readInput(endpoint, { params, query, body: undefined }), file: undefined }
    if (actor.restricted) assertNothingRestricted(endpoint, actor.restricted, input)
    assertAllRowsReadable(endpoint, actor)
    const { caller, assertUsed } = trackRowScopeUse(endpoint, actor)
    const scope: AnyScope = { actor: caller, origin: originOfRun({}), note: ignore, confirm: ignore, setCookie: ignore }
    const reach = reachOf(endpoint, actor)
    const answer = reach
      ? await database.read(reach, (db) => route.handle({ ...scope, db, afterCommit: ignore }, input))
      : await route.handle({ ...scope, commit: refuseToWrite }, input)
    assertUsed(answer)
    const mask = actor.restricted && createReplyMask(endpoint.reply, collect().fieldMasks)
    return (mask && actor.restricted ? mask(answer, actor.restricted) : answer) as ReplyOf<E>
  }
}
