import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { CustomTable } from '../../../kernel/feature.ts'
import { storedValuesRepository as repository } from './stored-values.repository.ts'

/** Minutes in which values of a field are looked at, in all rows. */
const fillMinutes = 2

/**
 * Looks at all rows of a field whose definition has changed, so that they are found and distinguished by its values as it
 * says now. Needs platform reach; collides with `custom_values__unique` where two rows have the same.
 */
export const createRenewValues = (tables: () => readonly CustomTable[]) => async (db: Db, fieldId: string) => {
  const field = await repository.field(db, fieldId)
  const table = tables().find(({ entity }) => entity === field?.entity)
  if (!field || !table) return
  await extendTimeout(db, fillMinutes)
  await repository.waitForWriters(db, table, field)
  await repository.forgetAll(db, fieldId)
  if (field.isKept && !field.isRemoved) await repository.fillAll(db, table, field)
}
export type RenewValues = ReturnType<typeof createRenewValues>
