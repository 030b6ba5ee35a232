import type {
  DictionaryItemFields,
  DictionaryItemRow,
  DictionaryItemUpdate,
  DictionaryItemWrite,
  DictionaryLayerWrite,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionariesErrors } from '@atrium/contract/features/system/dictionaries/dictionaries.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'
import type { Changed } from './dictionary-changes.ts'
import { dictionaryEntriesRepository as entries, type ItemsQuery } from './dictionary-entries.repository.ts'
import { dictionaryGroupsRepository as groups } from './dictionary-groups.repository.ts'
import { dictionaryItemsRepository as repository } from './dictionary-items.repository.ts'
import { assertFields, assertOpen, assertPlatform, toLayer } from './dictionary-rules.ts'

/** The item as audited. */
export const toAudit = (row: DictionaryItemRow) => {
  const { groupName: group, code, name, value, parent, sort, color, tags, status, startTime, endTime, desc } = row
  return { group, code, name, value, parent, sort, color, tags, status, startTime, endTime, desc }
}
/** Behind the built-in groups. */
const newGroupSort = 1000
const layerOfRow = ({ name, color, sort, status }: DictionaryItemRow) => ({ name, color, sort, status })

type Period = { startTime: string | null; endTime: string | null }
const toInstant = (time: string | null) => (time === null ? null : Date.parse(time))
const isSamePeriod = (one: Period, other: Period) =>
  toInstant(one.startTime) === toInstant(other.startTime) && toInstant(one.endTime) === toInstant(other.endTime)

/**
 * The group of a new item; the platform adds a group by naming it.
 * @throws `noSuchGroup` and `platformOnly`
 */
const findGroup = async (scope: RequestScope, { group: code, groupName }: DictionaryItemWrite) => {
  const found = await groups.findByCode(scope.db, code)
  if (found) return found
  if (groupName === undefined) throw refusalAt(dictionariesErrors.noSuchGroup, 'group')
  assertPlatform(scope.actor)
  await groups.insert(scope.db, { code, name: groupName, sort: newGroupSort, desc: '' }, toAuthor(scope))
  return orNotFound(await groups.findByCode(scope.db, code))
}

/**
 * An item that the actor may edit or delete.
 * @throws `platformItem` for the platform's in a company
 */
export const findEditable = async (db: Db, id: string, companyId: string | undefined): Promise<DictionaryItemRow> => {
  const row = orNotFound(await entries.find(db, id))
  if (companyId !== undefined && !row.own) throw new AppError(dictionariesErrors.platformItem)
  return row
}

/** Items of dictionaries: the platform's, and those of the actor's company. */
export const createDictionaryItems = (changed: Changed) => ({
  list({ db }: RequestScope, query: ItemsQuery) {
    assertPageDepth(query)
    return entries.list(db, query)
  },
  get: async ({ db }: RequestScope, id: string) => orNotFound(await entries.find(db, id)),

  /** Throws `codeTaken` at the field, and as `findGroup`, `assertOpen` and `assertFields` do. */
  async create(scope: RequestScope, write: DictionaryItemWrite) {
    const { db, actor } = scope
    await repository.lockLayer(db, toLayer(actor))
    const { group: _group, groupName: _groupName, code, ...fields } = write
    const group = await findGroup(scope, write)
    assertOpen(group)
    await assertFields(db, group.code, code, fields)
    const companyId = toLayer(actor)
    if (companyId !== undefined && (await repository.isPlatformCode(db, group.id, code)))
      throw refusalAt(dictionariesErrors.codeTaken, 'code')
    const id = await repository.insert(db, { groupId: group.id, code, companyId }, fields, toAuthor(scope))
    if (id === undefined) throw refusalAt(dictionariesErrors.codeTaken, 'code')
    const after = orNotFound(await entries.find(db, id))
    scope.note({ entityId: id, entityName: after.name, after: toAudit(after) })
    await changed(scope)
    return { id }
  },

  /** Throws as `findEditable`, `assertOpen` and `assertFields` do. */
  async update(scope: RequestScope, id: string, { version, ...sent }: DictionaryItemUpdate) {
    const { db, actor } = scope
    const companyId = toLayer(actor)
    await repository.lockLayer(db, companyId)
    await repository.lock(db, id, companyId)
    const before = await findEditable(db, id, companyId)
    assertVersion(before, version)
    const fields = keepSources(before, sent, ['name', 'desc'], before.builtin)
    const { startTime, endTime } = before
    if (fields.status !== before.status || !isSamePeriod(fields, { startTime, endTime })) assertOpen(before)
    await assertFields(db, before.group, before.code, fields as DictionaryItemFields, before.parent)
    await repository.update(db, id, companyId, fields as DictionaryItemFields, toAuthor(scope))
    const after = orNotFound(await entries.find(db, id))
    scope.note({ entityId: id, entityName: after.name, before: toAudit(before), after: toAudit(after) })
    await changed(scope)
    return null
  },

  /**
   * Lays the company's values over an item of the platform; only inherited ones remove the layer.
   * @throws `companyOnly`, `ownItem`, and `closedGroup` for hiding an item of such a group
   */
  async adjust(scope: RequestScope, id: string, { version, ...sent }: DictionaryLayerWrite) {
    const { db, actor } = scope
    if (actor.platform) throw new AppError(dictionariesErrors.companyOnly)
    await repository.lockLayer(db, actor.companyId)
    const before = orNotFound(await entries.find(db, id))
    const layer = keepSources({ name: (before.platform ?? before).name }, sent, ['name'], before.builtin)
    if (before.own) throw new AppError(dictionariesErrors.ownItem)
    if (before.layerVersion !== version)
      throw new AppError(kernelErrors.versionConflict, {
        data: { current: { ...before, version: before.layerVersion } },
      })
    if (layer.status !== null) assertOpen(before)
    const key = orNotFound(await repository.findKey(db, id))
    if (Object.values(layer).every((value) => value === null)) await repository.removeLayer(db, actor.companyId, key)
    else await repository.writeLayer(db, actor.companyId, key, layer, toAuthor(scope))
    const after = orNotFound(await entries.find(db, id))
    scope.note({ entityId: id, entityName: after.name, before: layerOfRow(before), after: layerOfRow(after) })
    await changed(scope)
    return null
  },

  /** Throws `companyOnly` and `notAdjusted`. */
  async restore(scope: RequestScope, id: string) {
    const { db, actor } = scope
    if (actor.platform) throw new AppError(dictionariesErrors.companyOnly)
    const before = orNotFound(await entries.find(db, id))
    const key = before.own ? undefined : await repository.findKey(db, id)
    if (!key || !(await repository.removeLayer(db, actor.companyId, key)))
      throw new AppError(dictionariesErrors.notAdjusted)
    const after = orNotFound(await entries.find(db, id))
    scope.note({ entityId: id, entityName: after.name, before: layerOfRow(before), after: layerOfRow(after) })
    await changed(scope)
    return null
  },
})
export type DictionaryItems = ReturnType<typeof createDictionaryItems>
