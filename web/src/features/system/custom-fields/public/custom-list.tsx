import type { OfferedField } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useRestrictions } from '../../../../kernel/access/use-restrictions.ts'
import type { Column } from '../../../../kernel/listing/columns.tsx'
import type { Filter } from '../../../../kernel/listing/filters.tsx'
import { t } from '../../../../ui/texts.ts'
import { useCustomFields } from '../use-custom-fields.ts'

export { useCustomFields }

// Lazy: most lists have no custom field.
const CustomValue = lazy(async () => ({ default: (await import('../custom-value.tsx')).CustomValue }))

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

/** A value of a row as it is shown. */
const show = (field: OfferedField, value: CustomValues[string] | undefined): ReactNode =>
  value === undefined ? null : (
    <Suspense>
      <CustomValue field={field} value={value} />
    </Suspense>
  )

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
      show: (custom: CustomValues | undefined) => show(field, custom?.[field.key]),
    }))
  return { columns, filters: fields.filter(mayFind).map(toFilter) }
}

/** The values of a row by the names of their fields, for its page. */
export const useCustomFacts = (entity: string, custom: CustomValues | undefined): Record<string, ReactNode> =>
  Object.fromEntries(useCustomFields(entity).map((field) => [field.name, show(field, custom?.[field.key])]))
