import type {
  DictionaryGroupRow,
  DictionaryGroupUpdate,
  DictionaryGroupWrite,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionariesErrors } from '@atrium/contract/features/system/dictionaries/dictionaries.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'
import type { Changed } from './dictionary-changes.ts'
import { dictionaryGroupsRepository as repository } from './dictionary-groups.repository.ts'
import { assertPlatform } from './dictionary-rules.ts'

/** The group as audited. */
export const toGroupAudit = ({ code, name, sort, desc }: DictionaryGroupRow) => ({ code, name, sort, desc })

/** Groups of dictionary items, which the platform maintains. */
export const createDictionaryGroups = (changed: Changed) => ({
  list({ db }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repository.list(db, query)
  },

  /** Throws `platformOnly`, and `groupTaken` at the field. */
  async create(scope: RequestScope, write: DictionaryGroupWrite) {
    assertPlatform(scope.actor)
    const id = await repository.insert(scope.db, write, toAuthor(scope))
    if (id === undefined) throw refusalAt(dictionariesErrors.groupTaken, 'code')
    const after = orNotFound(await repository.find(scope.db, id))
    scope.note({ entityId: id, entityName: after.name, after: toGroupAudit(after) })
    await changed(scope)
    return { id }
  },

  /** Throws `platformOnly`. */
  async update(scope: RequestScope, id: string, { version, ...sent }: DictionaryGroupUpdate) {
    assertPlatform(scope.actor)
    await repository.lock(scope.db, id)
    const before = orNotFound(await repository.find(scope.db, id))
    assertVersion(before, version)
    const write = keepSources(before, sent, ['name', 'desc'], before.builtin)
    await repository.update(scope.db, id, write, toAuthor(scope))
    const after = orNotFound(await repository.find(scope.db, id))
    scope.note({ entityId: id, entityName: after.name, before: toGroupAudit(before), after: toGroupAudit(after) })
    await changed(scope)
    return null
  },
})
export type DictionaryGroups = ReturnType<typeof createDictionaryGroups>
