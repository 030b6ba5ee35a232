import type {
  CustomFieldLimit,
  CustomFieldRow,
  CustomFieldUpdate,
  CustomFieldWrite,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import { type CustomEntity, maxCustomFields } from '@atrium/contract/kernel/custom-fields.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { CustomTable } from '../../../kernel/feature.ts'
import { linearPattern } from '../../../kernel/linear-pattern.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'
import type { Clearing } from './clearing.ts'
import { type FieldsQuery, customFieldsRepository as repository } from './custom-fields.repository.ts'
import type { Definitions } from './definitions.ts'
import { createRenewValues } from './renew-values.ts'
import { effectOn } from './shown-values.ts'
import { storedValuesRepository as values } from './stored-values.repository.ts'

const companyPrefix = 'c_'

const toAudit = (row: CustomFieldRow) => {
  const { entity, key, kind, dictionary, name, help, pattern, required, unique, searchable, listed, sort, status } = row
  return { entity, key, kind, dictionary, name, help, pattern, required, unique, searchable, listed, sort, status }
}

type Rules = Pick<CustomFieldRow, 'kind' | 'pattern' | 'unique' | 'searchable'>
/** Throws `textOnly`, `badPattern` and `notUnique` at the field. */
const assertRules = ({ kind, pattern, unique }: Rules) => {
  if (pattern !== '' && kind !== 'text') throw refusalAt(customFieldsErrors.textOnly, 'pattern')
  if (pattern !== '' && !linearPattern(pattern)) throw refusalAt(customFieldsErrors.badPattern, 'pattern')
  if (unique && (kind === 'switch' || kind === 'choice')) throw refusalAt(customFieldsErrors.notUnique, 'unique')
}
/** Throws `platformField` for one of the platform's in a company. */
const assertOwn = ({ platform }: CustomFieldRow, actor: Actor) => {
  if (platform && !actor.platform) throw new AppError(customFieldsErrors.platformField)
}

type Ports = {
  database: Database
  /** The entities that contracts have opted in. */
  entities: readonly CustomEntity[]
  tables: () => readonly CustomTable[]
  definitions: Definitions
  clearing: Clearing
  /** Whether there is a group of dictionary items. */
  hasGroup(db: Db, code: string): Promise<boolean>
}
/** Definitions of custom fields: the platform's for all companies, and each company's own. */
export const createCustomFields = ({ database, entities, tables, definitions, clearing, hasGroup }: Ports) => {
  const offeredEntities = ({ platform }: Actor) => entities.filter(({ platformOnly }) => platform || !platformOnly)
  const seenBy = (actor: Actor) => ({
    companyId: actor.companyId,
    entities: offeredEntities(actor).map(({ entity }) => entity),
  })
  const keyOf = (actor: Actor, id: string) => ({ ...seenBy(actor), id })
  const renewValues = createRenewValues(tables)
  const tableOf = (entity: string) => tables().find((table) => table.entity === entity)

  /** Throws `valuesRepeat` at the field. */
  const keepUnique = async (db: Db, { id }: CustomFieldRow) => {
    try {
      await renewValues(db, id)
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'custom_values__unique') throw error
      throw refusalAt(customFieldsErrors.valuesRepeat, 'unique')
    }
  }

  return {
    list({ db, actor }: RequestScope, query: FieldsQuery) {
      assertPageDepth(query)
      return repository.list(db, seenBy(actor), query)
    },
    get: async ({ db, actor }: RequestScope, id: string) => orNotFound(await repository.find(db, keyOf(actor, id))),
    entities: async ({ actor }: RequestScope) => offeredEntities(actor).map(({ entity, title }) => ({ entity, title })),

    /** Fields as the caller's pages need them: without those that are hidden from the caller. */
    async offered({ db, actor }: RequestScope, entity: string) {
      if (!seenBy(actor).entities.includes(entity)) return []
      const fields = await definitions.read(db, actor.companyId, entity)
      return fields.filter((field) => effectOn(actor.restricted, field) !== 'hide')
    },

    /** Throws `noSuchEntity`, `noSuchGroup`, `tooMany` and `keyTaken` at their fields, and as `assertRules` does. */
    async create(scope: RequestScope, { key: asked, ...sent }: CustomFieldWrite) {
      const { db, actor } = scope
      const isPlatform = actor.platform
      const bare = asked.replace(/^c_/, '')
      const write = {
        ...sent,
        key: isPlatform ? bare : `${companyPrefix}${bare}`,
        dictionary: sent.kind === 'choice' ? sent.dictionary : '',
      }
      if (!offeredEntities(actor).some(({ entity }) => entity === write.entity))
        throw refusalAt(customFieldsErrors.noSuchEntity, 'entity')
      if (write.kind === 'choice' && !(await hasGroup(db, write.dictionary)))
        throw refusalAt(customFieldsErrors.noSuchGroup, 'dictionary')
      assertRules(write)
      if ((await repository.count(db, actor.companyId, write.entity)) >= maxCustomFields)
        throw refusalAt(customFieldsErrors.tooMany, 'entity')
      const id = await repository.insert(db, { companyId: actor.companyId, isPlatform }, write, toAuthor(scope))
      if (id === undefined) throw refusalAt(customFieldsErrors.keyTaken, 'key')
      const row = orNotFound(await repository.find(db, keyOf(actor, id)))
      scope.note({ entityId: id, entityName: row.name, after: toAudit(row) })
      scope.afterCommit(definitions.forget)
      return { id }
    },

    /** Throws `platformField`, and at their fields `valuesRepeat` and as `assertRules` does. */
    async update(scope: DetachedScope<Actor>, id: string, sent: CustomFieldUpdate) {
      const { actor } = scope
      await scope.commit(async (db) => {
        const key = keyOf(actor, id)
        const before = orNotFound(await repository.find(db, key))
        assertOwn(before, actor)
        if (!(await repository.lock(db, key))) orNotFound(undefined)
        assertVersion(before, sent.version)
        const write = keepSources(before, sent, ['name', 'help'], false)
        assertRules({ ...before, ...write })
        await repository.update(db, key, write, toAuthor(scope))
        const after = orNotFound(await repository.find(db, key))
        if (after.unique !== before.unique || after.searchable !== before.searchable) await keepUnique(db, after)
        scope.note({ entityId: id, entityName: after.name, before: toAudit(before), after: toAudit(after) })
      })
      definitions.forget()
      return null
    },

    /** Throws `platformField`. */
    async remove(scope: DetachedScope<Actor>, id: string) {
      const { actor } = scope
      const key = keyOf(actor, id)
      const { row, impact } = await database.read({ reach: 'platform' }, async (db) => {
        const found = orNotFound(await repository.find(db, key))
        assertOwn(found, actor)
        const table = tableOf(found.entity)
        const field = { id, companyId: actor.companyId, platform: found.platform, key: found.key, isUnique: false }
        return { row: found, impact: table ? await values.count(db, table, field) : { rows: 0, companies: 0 } }
      })
      scope.confirm(impact)
      await scope.commit(async (db) => {
        if (!(await repository.lock(db, key))) orNotFound(undefined)
        await repository.remove(db, key, toAuthor(scope))
        await clearing.start(db, actor.companyId, id)
        scope.note({ entityId: id, entityName: row.name, before: { ...toAudit(row), rows: impact.rows } })
      })
      definitions.forget()
      return null
    },

    /** Throws `noSuchRole` at the field. */
    async limit(scope: RequestScope, id: string, { effect, roleIds }: CustomFieldLimit) {
      const { db, actor } = scope
      const key = keyOf(actor, id)
      const before = orNotFound(await repository.find(db, key))
      if (!(await repository.hasRoles(db, actor.companyId, roleIds)))
        throw refusalAt(customFieldsErrors.noSuchRole, 'roleIds')
      await repository.setLimit(db, key, { effect, roleIds: [...new Set(roleIds)] })
      const after = orNotFound(await repository.find(db, key))
      const limitOf = (row: CustomFieldRow) => ({ effect: row.effect, roles: row.roles })
      scope.note({ entityId: id, entityName: before.name, before: limitOf(before), after: limitOf(after) })
      return null
    },
  }
}
