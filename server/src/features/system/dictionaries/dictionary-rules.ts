import type {
  DictionaryGroupRow,
  DictionaryItemFields,
  DictionaryItemRow,
  DictionaryUses,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionariesErrors } from '@atrium/contract/features/system/dictionaries/dictionaries.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, refusalAt } from '../../../kernel/scope.ts'
import { dictionaryEntriesRepository as entries, maxLevels } from './dictionary-entries.repository.ts'

/** The company whose own items the actor edits; undefined: the platform's. */
export const toLayer = ({ platform, companyId }: Actor): string | undefined => (platform ? undefined : companyId)

/** Throws `platformOnly`. */
export const assertPlatform = ({ platform }: Actor): void => {
  if (!platform) throw new AppError(dictionariesErrors.platformOnly)
}

/** Throws `closedGroup`. */
export const assertOpen = ({ closed }: Pick<DictionaryGroupRow, 'closed'>): void => {
  if (closed) throw new AppError(dictionariesErrors.closedGroup)
}

/**
 * Checks the fields of an item, whose parent was `formerParent`. The caller has locked its layer.
 * @throws `periodReversed`, `noSuchParent`, `parentCycle` and `tooDeep`, at the field
 */
export const assertFields = async (
  db: Db,
  group: string,
  code: string,
  { parent, startTime, endTime }: DictionaryItemFields,
  formerParent: string | null = null,
): Promise<void> => {
  if (startTime !== null && endTime !== null && Date.parse(endTime) <= Date.parse(startTime))
    throw refusalAt(dictionariesErrors.periodReversed, 'endTime')
  if (parent === null || parent === formerParent) return
  const ancestors = await entries.ancestors(db, group, parent)
  if (ancestors.length === 0) throw refusalAt(dictionariesErrors.noSuchParent, 'parent')
  if (ancestors.includes(code)) throw refusalAt(dictionariesErrors.parentCycle, 'parent')
  if (ancestors.length >= maxLevels) throw refusalAt(dictionariesErrors.tooDeep, 'parent')
}

/** Throws `hasChildren` and `companyChildren` for an item with others below it, in any company the transaction reaches. */
export const assertNoChildren = async (
  db: Db,
  { group, code }: Pick<DictionaryItemRow, 'group' | 'code'>,
): Promise<void> => {
  if (await entries.hasChildren(db, group, code)) throw new AppError(dictionariesErrors.hasChildren)
  if (await entries.hasOwnChildren(db, group, code)) throw new AppError(dictionariesErrors.companyChildren)
}

/** Throws `inUse` with the number of rows that hold a code, and where they are. */
export const assertUnused = (uses: DictionaryUses): void => {
  const rows = uses.reduce((sum, { count }) => sum + count, 0)
  const { code, msg } = dictionariesErrors.inUse
  if (rows > 0) throw new AppError({ code, msg: `${msg}(${rows})` }, { data: { uses } })
}
