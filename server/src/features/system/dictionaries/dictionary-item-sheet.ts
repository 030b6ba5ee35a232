import {
  type DictionaryItemRow,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionaryItemSheet } from '@atrium/contract/features/system/dictionaries/dictionaries.sheet.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import { importedDictionaryItems } from './dictionary-import.repository.ts'

const { color: colors, status: statuses } = dictionaryItemSheet.fields

export const dictionaryItemSource = defineSource<DictionaryItemRow, (typeof dictionaryItemSheet)['fields']>({
  sheet: dictionaryItemSheet,
  exports: dictionariesContract.exportItems,
  writes: {
    create: dictionariesContract.create,
    update: dictionariesContract.update,
    remove: dictionariesContract.remove,
    rows: importedDictionaryItems,
  },
  cells: {
    group: ({ group }) => group,
    groupName: ({ groupName }) => groupName,
    code: ({ code }) => code,
    name: ({ name }) => name,
    value: ({ value }) => value,
    parent: ({ parent }) => parent,
    sort: ({ sort }) => sort,
    color: ({ color }) => (color === '' ? '' : colors.choices[color]),
    status: ({ status }) => statuses.choices[status === 1 ? 1 : 0],
    startTime: ({ startTime }, clock) => clock(startTime),
    endTime: ({ endTime }, clock) => clock(endTime),
    desc: ({ desc }) => desc,
    updateTime: ({ updateTime }, clock) => clock(updateTime),
  },
})
