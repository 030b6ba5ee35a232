import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { ReadDictionaries } from '../../../kernel/sheets/export-sheet.ts'
import type { ReadSheetOptions, SheetOptions } from '../../../kernel/sheets/sheet-options.ts'
import { productName } from '../../../kernel/texts/product-name.ts'
import type { ImportableField } from './importable-fields.ts'

/** Longest drop-down; more entries are typed. */
const maxDropDown = 2000

export type DropDownPorts = {
  database: Database
  dictionaries: { read(companyId: string, groups: readonly string[], fresh: boolean): ReturnType<ReadDictionaries> }
  sheetOptions: () => Readonly<Record<string, ReadSheetOptions>>
}
/** Roles and plans may have names that the product gave. */
const inLanguage = (entity: string | undefined) => (entity === 'role' || entity === 'plan' ? productName : String)
const isDictionaryItem = (item: { name: string; retired?: true | undefined }) => item.retired !== true
const countOptions = (options: SheetOptions) =>
  options instanceof Map ? [...options.values()].reduce((sum, each) => sum + each.length, 0) : (options as []).length

/**
 * Creates the reader of what fields offer to choose from, by field: labels of dictionaries, fixed words, and rows of
 * other entities that the caller may see. A field with more than a drop-down should hold has none.
 */
export const createDropDowns =
  ({ database, dictionaries, sheetOptions }: DropDownPorts) =>
  async (actor: Actor, fields: readonly ImportableField[]): Promise<ReadonlyMap<string, SheetOptions>> => {
    const groups = [...new Set(fields.flatMap(({ dictionary }) => dictionary ?? []))]
    const items = groups.length === 0 ? new Map() : await dictionaries.read(actor.companyId, groups, false)
    const readOptions = async ({ kind, dictionary, choices, reference }: ImportableField): Promise<SheetOptions> => {
      if (dictionary)
        return (items.get(dictionary) ?? [])
          .filter(isDictionaryItem)
          .map(({ name }: { name: string }) => productName(name))
      if (choices) return Object.values(choices).map((word) => t(word))
      if (kind === 'bool') return [t('是'), t('否')]
      const read = reference && sheetOptions()[reference.entity]
      const options = read ? await read(database, actor, maxDropDown + 1) : []
      return options instanceof Map ? options : (options as readonly string[]).map(inLanguage(reference?.entity))
    }
    const found = new Map<string, SheetOptions>()
    for (const field of fields) {
      const options = await readOptions(field)
      const size = countOptions(options)
      if (size > 0 && size <= maxDropDown) found.set(field.field, options)
    }
    return found
  }
