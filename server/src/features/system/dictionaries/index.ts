import { dictionariesErrors } from '@atrium/contract/features/system/dictionaries/dictionaries.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import { builtinGroups } from './builtin-groups.ts'
import { dictionaryEntriesRepository } from './dictionary-entries.repository.ts'
import { seedRepository } from './dictionary-seed.repository.ts'

/** Adds the groups and items that the product reads, where missing; changed ones stay. */
export const ensureBuiltinDictionaries = (db: Db): Promise<void> => seedRepository.ensure(db, builtinGroups)

/** Whether there is a group of dictionary items with this code. */
export const hasDictionaryGroup = async (db: Db, code: string): Promise<boolean> =>
  (await dictionaryEntriesRepository.findGroupName(db, code)) !== undefined

type Written = {
  group: string
  code: string
  /** The stored code: an unchanged one stays valid although its item is retired. */
  before?: string
  /** The field of the form. */
  field: string
}
/**
 * Checks a code before it is stored, in the acting company or, with platform reach, among the platform's items. Empty
 * is valid.
 * @throws `noSuchCode` at the field
 */
export const assertDictionaryCode = async (db: Db, { group, code, before, field }: Written): Promise<void> => {
  if (code === '' || code === before) return
  if (await dictionaryEntriesRepository.isActive(db, group, code)) return
  const { code: number } = dictionariesErrors.noSuchCode
  const name = await dictionaryEntriesRepository.findGroupName(db, group)
  const msg =
    name === undefined ? dictionariesErrors.noSuchCode.msg : t('所选{name}不存在或已停用，请重新选择', { name })
  throw refusalAt({ code: number, msg }, field)
}

type Codes<G> = { readonly [F in keyof G]: string }
/**
 * A check of `crudHandlers`: codes of dictionaries are such, and codes that a row has already stay valid.
 *
 * @param groups - the dictionary of each field
 */
export const checkCodes =
  <const G extends Readonly<Record<string, string>>>(groups: G) =>
  async ({ db }: { db: Db }, write: Codes<G>, before?: Codes<G>): Promise<void> => {
    for (const [field, group] of Object.entries(groups)) {
      const stored = before?.[field]
      await assertDictionaryCode(db, { group, field, code: write[field] ?? '', ...(stored && { before: stored }) })
    }
  }
