import type { CustomCondition, CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { CustomTable } from '../../../kernel/feature.ts'
import type { AnyInput, AnyScope, Route } from '../../../kernel/http/implement.ts'
import { type Actor, AppError, type AuditedValues, type AuditNote, homeActor } from '../../../kernel/scope.ts'
import { type CustomPlaces, findCustomPlaces } from './custom-places.ts'
import type { CustomRows } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'
import type { Definitions } from './definitions.ts'
import { findConditions } from './found-conditions.ts'
import type { ReadPaths, ValuePorts } from './judge-rows.ts'
import { planValues, throwErrors, type ValuePlan } from './plan-values.ts'
import { effectOn, withValues } from './shown-values.ts'

export type CustomPorts = ValuePorts & {
  database: Database
  definitions: Definitions
  readPaths: ReadPaths
  /** Where all features keep custom values. */
  tables: () => readonly CustomTable[]
}
type Row = { readonly id: string }
type Page = { readonly data: readonly Row[] }

const isActor = (caller: AnyScope['actor']): caller is Actor => caller !== null && 'rows' in caller
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value

/** What the handler gets: the values are written beside it. */
const withoutCustom = (input: AnyInput): AnyInput => {
  const { custom: _custom, ...body } = input.body as { custom?: CustomInputs }
  return { ...input, body }
}

/**
 * Writes planned values of a row beside what adds or changes it. `note` takes the place of the scope's, and `settle` writes
 * them behind it, to the row that was noted unless its id is known.
 */
export const writeBeside = (scope: Pick<AnyScope, 'note'>, planned: ValuePlan, known?: string) => {
  let noted: AuditNote = {}
  return {
    note(added: AuditNote) {
      noted = { ...noted, ...added }
      scope.note(added)
    },
    async settle(db: Db) {
      const id = known ?? noted.entityId
      if (id === undefined) throw new Error('the work does not say which row it has written')
      await planned.apply(db, id)
      scope.note({
        ...(noted.before && { before: { ...(noted.before as AuditedValues), ...planned.before } }),
        after: { ...(noted.after as AuditedValues), ...planned.after },
      })
    },
  }
}

/** Custom fields beside the handlers of all entities that their contracts have opted in. */
export const createCustomFieldRoutes = (ports: CustomPorts) => {
  const { database, definitions, tables } = ports

  const rowsOf = ({ entity: { entity, seenByPlatform } }: CustomPlaces, { companyId, platform }: Actor): CustomRows => {
    const found = tables().find((table) => table.entity === entity)
    if (!found) throw new Error(`no feature says where custom fields of “${entity}” are kept`)
    return { ...found, companyId, everywhere: platform && seenByPlatform === true }
  }
  /** The transaction of the call, or a short one for handlers that open their own. */
  const within = <T>(
    { db }: AnyScope,
    { entity: { platformOnly, seenByPlatform } }: CustomPlaces,
    { companyId, platform }: Actor,
    work: (db: Db) => Promise<T>,
  ) => {
    if (db) return work(db)
    const isWide = platformOnly || (seenByPlatform && platform)
    return database.read(isWide ? { reach: 'platform' } : { reach: 'company', companyId }, work)
  }
  const visible = (fields: readonly CustomField[], { restricted }: Actor) =>
    fields.filter((field) => effectOn(restricted, field) !== 'hide')

  /** The reply with custom values; without fields it is what the handler has answered. */
  const fill = async (scope: AnyScope, places: CustomPlaces, actor: Actor, answer: unknown): Promise<unknown> => {
    const { reply } = places
    const rows = reply === 'list' ? (answer as Page).data : isRow(answer) ? [answer] : []
    if (reply === undefined || rows.length === 0) return answer
    return within(scope, places, actor, async (db) => {
      const fields = visible(await definitions.read(db, actor.companyId, places.entity.entity), actor)
      if (fields.length === 0) return answer
      const { restricted } = actor
      const filled = await withValues(db, rowsOf(places, actor), { fields, restricted }, rows)
      return reply === 'list' ? { ...(answer as Page), data: filled } : filled[0]
    })
  }

  /** The newer version that refuses an edit has its custom values, too. */
  const fillConflict = async (
    error: unknown,
    scope: AnyScope,
    places: CustomPlaces,
    actor: Actor,
  ): Promise<unknown> => {
    if (!(error instanceof AppError) || error.spec.code !== kernelErrors.versionConflict.code) return error
    const { current } = (error.extras.data ?? {}) as { current?: unknown }
    if (!isRow(current)) return error
    const filled = await fill(scope, { ...places, reply: 'row' }, actor, current)
    return new AppError(error.spec, { ...error.extras, data: { ...(error.extras.data as object), current: filled } })
  }

  const withFilters = async (
    scope: AnyScope,
    places: CustomPlaces,
    actor: Actor,
    input: AnyInput,
  ): Promise<AnyInput> => {
    const { filters } = places
    const part = filters && (input[filters] as { sort?: string; 'f.custom'?: readonly CustomCondition[] })
    if (!filters || (part?.['f.custom'] === undefined && !part?.sort?.includes('custom.'))) return input
    return within(scope, places, actor, async (db) => {
      const fields = await definitions.read(db, actor.companyId, places.entity.entity)
      const { everywhere, companyId } = rowsOf(places, actor)
      const find = findConditions(fields, {
        restricted: actor.restricted,
        companyId: everywhere ? undefined : companyId,
      })
      const { 'f.custom': asked, ...rest } = part
      const found = find.filter(asked)
      const sort = part.sort === undefined ? {} : { sort: find.sort(part.sort) }
      return { ...input, [filters]: { ...rest, ...sort, ...(found && { 'f.custom': found }) } }
    })
  }

  const plan = (scope: AnyScope, places: CustomPlaces, actor: Actor, input: AnyInput) =>
    within(scope, places, actor, async (db): Promise<ValuePlan | undefined> => {
      const { custom: sent } = input.body as { custom?: CustomInputs }
      const id = (input.params as { id?: string } | undefined)?.id
      if (id !== undefined && sent === undefined) return undefined
      const fields = await definitions.read(db, actor.companyId, places.entity.entity)
      if (fields.length === 0 && sent === undefined) return undefined
      return planValues(ports, { db, actor }, rowsOf(places, actor), fields, {
        sent,
        ...(id !== undefined && { id }),
      })
    })

  /**
   * Runs a handler that adds or changes a row, and writes its custom values in the same transaction. What refuses them is
   * said before the handler asks for confirmation.
   */
  const write = async (route: Route, scope: AnyScope, planned: ValuePlan, input: AnyInput): Promise<unknown> => {
    throwErrors(planned)
    if (planned.isEmpty) return route.handle(scope, input)
    const { note, settle } = writeBeside(scope, planned, (input.params as { id?: string } | undefined)?.id)
    const { db, commit } = scope
    if (db) {
      const answer = await route.handle({ ...scope, note }, input)
      await settle(db)
      return answer
    }
    const commitBoth: AnyScope['commit'] =
      commit &&
      ((work) =>
        commit(async (own) => {
          const done = await work(own)
          await settle(own)
          return done
        }))
    return route.handle({ ...scope, note, ...(commitBoth && { commit: commitBoth }) }, input)
  }

  /** A route with the custom fields that its endpoint declares; others stay as they are. */
  return (route: Route): Route => {
    const places = findCustomPlaces(route.endpoint)
    if (!places) return route
    return {
      ...route,
      async handle(scope, input) {
        if (!isActor(scope.actor)) return route.handle(scope, input)
        const actor = places.entity.platformOnly ? homeActor(scope.actor) : scope.actor
        const asked = await withFilters(scope, places, actor, input)
        const planned = places.writes ? await plan(scope, places, actor, asked) : undefined
        const own = places.writes ? withoutCustom(asked) : asked
        try {
          const answer = planned ? await write(route, scope, planned, own) : await route.handle(scope, own)
          return await fill(scope, places, actor, answer)
        } catch (error) {
          throw await fillConflict(error, scope, places, actor)
        }
      },
    }
  }
}
