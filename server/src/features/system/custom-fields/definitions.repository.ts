import type { CustomFieldRow } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { CustomKind } from '@atrium/contract/kernel/custom-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** A field as values are checked and shown by it. */
export type CustomField = Pick<
  CustomFieldRow,
  'id' | 'entity' | 'key' | 'name' | 'help' | 'dictionary' | 'pattern' | 'required' | 'unique' | 'searchable' | 'listed'
> & { kind: CustomKind }

/** Fields in use of a company: the platform's, and its own behind them, in their order. */
export const readDefinitions = async (db: Db, companyId: string): Promise<CustomField[]> => {
  const { rows } = await sql<CustomField>`
    select id, entity, key, name, help, kind, dictionary, pattern, required, is_unique as "unique", searchable, listed
    from custom_fields
    where (platform or company_id = ${companyId}) and removed_at is null and status = 1
    order by entity, platform desc, sort, created_at, id`.execute(db)
  return rows
}
