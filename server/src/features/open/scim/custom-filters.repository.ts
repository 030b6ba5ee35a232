import { sql } from 'kysely'
import { customValueOf, holdsCustom } from '../../../kernel/db/custom-columns.ts'
import type { SeenField } from '../../system/custom-fields/index.ts'
import { customSchema } from './custom-attributes.ts'
import type { FilterColumn, FilterColumns } from './filter-condition.repository.ts'

const toColumn = ({ id: fieldId, key, kind }: SeenField, companyId: string): FilterColumn => {
  const isNumber = kind === 'number' || kind === 'money'
  const field = { fieldId, isNumber, companyId }
  const value = customValueOf(field, 'found')
  if (kind === 'switch') return { kind: 'boolean', value: sql`${value}::boolean` }
  const equals = (text: string) => holdsCustom('found', [{ key, op: 'is', value: text, ...field }])
  return { kind: isNumber ? 'number' : 'exact', value, equals }
}

/** Custom fields that an application filters and sorts its users by: what it sees in part could be found out by trying. */
export const customColumns = (fields: readonly SeenField[], companyId: string): FilterColumns =>
  Object.fromEntries(
    fields
      .filter(({ searchable, unique, effect }) => (searchable || unique) && effect !== 'mask')
      .flatMap((field) => {
        const path = `${customSchema}:${field.key}`.toLowerCase()
        const isReference = field.kind === 'person' || field.kind === 'organization'
        return [[isReference ? `${path}.value` : path, toColumn(field, companyId)]]
      }),
  )
