import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionaryQueryContract } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import type { BasePorts, DictionaryUse } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { createDictionaryCache, type DictionaryCache } from './dictionary-cache.ts'
import { createChanged } from './dictionary-changes.ts'
import { dictionaryEntriesRepository } from './dictionary-entries.repository.ts'
import { createDictionaryGroups, type DictionaryGroups } from './dictionary-groups.service.ts'
import { dictionaryItemSource } from './dictionary-item-sheet.ts'
import { createDictionaryItems, type DictionaryItems } from './dictionary-items.service.ts'
import { createDictionaryRemoval, type DictionaryRemoval } from './dictionary-removal.service.ts'
import { dictionarySheetOptions } from './dictionary-sheet-options.repository.ts'

type Services = {
  exportSheet: ExportSheet
  items: DictionaryItems
  groups: DictionaryGroups
  removal: DictionaryRemoval
  cache: DictionaryCache
}

const dictionariesRoutes = ({ exportSheet, items, groups, removal, cache }: Services) => [
  ...implement(dictionariesContract, {
    ...items,
    remove: removal.item,
    exportItems: (scope, request) =>
      exportSheet(scope, {
        source: dictionaryItemSource,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId },
        count: (db, limit) => dictionaryEntriesRepository.count(db, request, limit),
        batch: (db, after, size) => dictionaryEntriesRepository.batch(db, request, after, size),
      }),
    groups: groups.list,
    createGroup: groups.create,
    updateGroup: groups.update,
    removeGroup: removal.group,
  }),
  ...implement(dictionaryQueryContract, {
    query: async ({ actor }, query) =>
      Object.fromEntries(await cache.read(actor.companyId, query.groups.split(','), query.fresh === '1')),
  }),
]

type Ports = Pick<BasePorts, 'database' | 'announcements' | 'exportSheet'> & {
  /** Where the features of the product hold codes. */
  uses: () => readonly DictionaryUse[]
}
/** Dictionaries: the platform's items, and what each company lays over them. */
export const createDictionariesFeature = ({ database, announcements, exportSheet, uses }: Ports) => {
  const cache = createDictionaryCache({ database, announcements })
  const changed = createChanged(cache)
  return {
    /** Items as they apply in a company, by group. */
    dictionaries: { read: cache.read },
    routes: dictionariesRoutes({
      exportSheet,
      items: createDictionaryItems(changed),
      groups: createDictionaryGroups(changed),
      removal: createDictionaryRemoval({ database, cache, uses }),
      cache,
    }),
    sheets: [dictionaryItemSource],
    caches: { dictionaries: cache.cacheReads },
    sheetOptions: dictionarySheetOptions,
  }
}
