import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Database, Db } from '../db/database.ts'
import { type Actor, AppError, refusalAt } from '../scope.ts'
import type { AnyInput, AnyScope, Route } from './implement.ts'

/** Those of the ids of a kind that the caller's row scope does not show, unknown ones among them. */
export type FindOutOfScope = (db: Db, actor: Actor, kind: string, ids: readonly string[]) => Promise<readonly string[]>
type Ports = { database: Database; findOutOfScope: FindOutOfScope }
type Bounded = { place: string; kind: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** Texts at a place of the input, in each item of lists on the way. */
const textsAt = (input: AnyInput, place: string): string[] =>
  place
    .split('.')
    .reduce<unknown[]>((values, name) => values.flatMap((each) => (isObject(each) ? each[name] : undefined)), [input])
    .flat()
    .filter((each) => typeof each === 'string')

const boundedIds = ({ endpoint: { ids = {} } }: Route): Bounded[] =>
  Object.entries(ids).flatMap(([place, bound]) => ('inScope' in bound ? [{ place, kind: bound.inScope }] : []))
const isActor = (caller: AnyScope['actor']): caller is Actor => caller !== null && 'rows' in caller
const outOfScope = (place: string) => {
  const [part, field] = place.split('.')
  return part === 'params' || field === undefined
    ? new AppError(kernelErrors.outOfScope)
    : refusalAt(kernelErrors.outOfScope, field)
}

/**
 * Refuses calls of a route that name rows outside the caller's row scope, as its declaration bounds them, before the
 * handler runs: by whichever way it is called. Callers who see all rows cost no query.
 * @throws `outOfScope`, at the field for ids in the body
 */
export const bindIds = (route: Route, { database, findOutOfScope }: Ports): Route => {
  const bounded = boundedIds(route)
  if (bounded.length === 0) return route
  const check = async (db: Db, actor: Actor, input: AnyInput) => {
    for (const { place, kind } of bounded) {
      const ids = textsAt(input, place)
      if (ids.length > 0 && (await findOutOfScope(db, actor, kind, ids)).length > 0) throw outOfScope(place)
    }
  }
  return {
    ...route,
    async handle(scope, input) {
      const { actor, db } = scope
      if (isActor(actor) && actor.rows !== 'all') {
        if (db) await check(db, actor, input)
        else
          await database.transact({ reach: 'company', companyId: actor.companyId }, (own) => check(own, actor, input))
      }
      return route.handle(scope, input)
    },
  }
}
