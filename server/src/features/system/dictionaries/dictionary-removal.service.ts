import { dictionariesErrors } from '@atrium/contract/features/system/dictionaries/dictionaries.errors.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, DatabaseReach, Db } from '../../../kernel/db/database.ts'
import type { DictionaryUse } from '../../../kernel/feature.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { DictionaryCache } from './dictionary-cache.ts'
import { publishChange } from './dictionary-changes.ts'
import { dictionaryGroupsRepository as groups } from './dictionary-groups.repository.ts'
import { toGroupAudit } from './dictionary-groups.service.ts'
import { dictionaryItemsRepository as items } from './dictionary-items.repository.ts'
import { findEditable, toAudit } from './dictionary-items.service.ts'
import { assertNoChildren, assertOpen, assertPlatform, assertUnused, toLayer } from './dictionary-rules.ts'
import { countUses } from './dictionary-uses.repository.ts'

type Scope = DetachedScope<Actor>
/** Rows that may hold a code: those of all companies for the platform's, of its company for another. */
const toReach = ({ platform, companyId }: Actor): DatabaseReach =>
  platform ? { reach: 'platform' } : { reach: 'company', companyId }

type Ports = { database: Database; cache: Pick<DictionaryCache, 'forget'>; uses: () => readonly DictionaryUse[] }
/** Deletion of items and groups that no row holds. */
export const createDictionaryRemoval = ({ database, cache, uses }: Ports) => {
  const countUsesIn = (db: Db, group: string, codes: readonly string[]) =>
    countUses(
      db,
      uses().filter((use) => use.group === group),
      codes,
    )
  /**
   * Shows the impact of a dry run in any case; refuses codes in use otherwise.
   * @throws 111 and `inUse`
   */
  const confirmRemoval = (
    { confirm, origin }: Scope,
    impact: { items: number; uses: Awaited<ReturnType<typeof countUsesIn>> },
  ) => {
    if (!origin.dryRun) assertUnused(impact.uses)
    confirm(impact)
  }

  return {
    /** Throws `platformItem`, `builtinFixed`, `closedGroup`, `inUse`, and as `assertNoChildren` does. */
    async item(scope: Scope, id: string) {
      const { actor } = scope
      const companyId = toLayer(actor)
      const { row, impact } = await database.read(toReach(actor), async (db) => {
        const row = await findEditable(db, id, companyId)
        if (row.builtin) throw new AppError(dictionariesErrors.builtinFixed)
        assertOpen(row)
        await assertNoChildren(db, row)
        return { row, impact: { items: 1, uses: await countUsesIn(db, row.group, [row.code]) } }
      })
      confirmRemoval(scope, impact)
      await scope.commit(async (db) => {
        await items.lockLayer(db, companyId)
        if (!(await items.lock(db, id, companyId))) orNotFound(undefined)
        await assertNoChildren(db, row)
        await items.remove(db, id, companyId, toAuthor(scope))
        scope.note({ entityId: id, entityName: row.name, before: toAudit(row) })
        await publishChange(db, actor)
      })
      cache.forget()
      return null
    },

    /** Throws `platformOnly`, `builtinFixed` and `inUse`. */
    async group(scope: Scope, id: string) {
      const { actor } = scope
      assertPlatform(actor)
      const { row, impact } = await database.read({ reach: 'platform' }, async (db) => {
        const row = orNotFound(await groups.find(db, id))
        if (row.builtin) throw new AppError(dictionariesErrors.builtinFixed)
        const codes = await groups.codes(db, id)
        return { row, impact: { items: codes.length, uses: await countUsesIn(db, row.code, codes) } }
      })
      confirmRemoval(scope, impact)
      await scope.commit(async (db) => {
        if (!(await groups.lock(db, id))) orNotFound(undefined)
        await groups.remove(db, id, toAuthor(scope))
        scope.note({ entityId: id, entityName: row.name, before: { ...toGroupAudit(row), items: impact.items } })
        await publishChange(db, actor)
      })
      cache.forget()
      return null
    },
  }
}
export type DictionaryRemoval = ReturnType<typeof createDictionaryRemoval>
