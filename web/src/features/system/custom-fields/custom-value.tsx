import type { OfferedField } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { t } from '../../../ui/texts.ts'
import { DictTag } from '../dictionaries/public/dictionary-controls.tsx'

const moneyFormat = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A value of a custom field. A masked one is a text, whatever the field holds. */
export const CustomValue = ({ field, value }: { field: OfferedField; value: CustomValues[string] }) => {
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  if (typeof value === 'number') return field.kind === 'money' ? moneyFormat.format(value) : String(value)
  if (typeof value === 'object') return <EllipsisText>{value.name}</EllipsisText>
  if (field.kind === 'choice') return <DictTag group={field.dictionary} code={value} />
  return <EllipsisText>{value}</EllipsisText>
}
