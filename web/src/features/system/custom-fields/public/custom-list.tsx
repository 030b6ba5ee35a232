import type { OfferedField } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import type { ReactNode } from 'react'
import { useRestrictions } from '../../../../kernel/access/use-restrictions.ts'
import type { Column } from '../../../../kernel/listing/columns.tsx'
import type { Filter } from '../../../../kernel/listing/filters.tsx'
import { t } from '../../../../ui/texts.ts'
import { shownValue } from '../shown-value.tsx'
import { useCustomFields } from './use-custom-fields.ts'

/** Of any row with custom values. */
type CustomColumn = Omit<Extract<Column<{ custom: CustomValues | undefined }>, { field: 'custom' }>, 'show'> & {
  show: (custom: CustomValues | undefined) => ReactNode
}

const toFilter = ({ key, name: label, kind, dictionary }: OfferedField): Filter => {
  const name = `custom.${key}` as const
  switch (kind) {
    case 'date':
      return { kind: 'date', name, label }
    case 'switch':
      return {
        kind: 'select',
        name,
        label,
        options: [
          { value: 'true', label: t('是') },
          { value: 'false', label: t('否') },
        ],
      }
    case 'choice':
    case 'person':
    case 'organization':
      return {
        kind: 'remoteSelect',
        name,
        label,
        find: async (...asked) => (await import('../find-values.ts')).findValues(kind, dictionary)(...asked),
      }
    default:
      return { kind: 'text', name, label }
  }
}
const isRight = ({ kind }: OfferedField) => kind === 'number' || kind === 'money'

/** What custom fields add to the list of an entity: columns, and filters of those that are searchable. */
export const useCustomList = (entity: string): { columns: CustomColumn[]; filters: Filter[] } => {
  const fields = useCustomFields(entity)
  const restrictions = useRestrictions()
  const mayFind = ({ key, searchable }: OfferedField) =>
    searchable && !isHiddenOrMasked(restrictions[`custom.${entity}.${key}`])
  const columns = fields
    .filter(({ listed }) => listed)
    .map((field) => ({
      field: 'custom' as const,
      key: `custom.${field.key}`,
      title: field.name,
      leastWidth: 112,
      rank: -1,
      alignRight: isRight(field),
      sortable: mayFind(field) && field.kind !== 'person' && field.kind !== 'organization',
      show: (custom: CustomValues | undefined) => shownValue(field, custom?.[field.key]),
    }))
  return { columns, filters: fields.filter(mayFind).map(toFilter) }
}
