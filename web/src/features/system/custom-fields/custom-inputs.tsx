import type { OfferedField } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { maxCustomText } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { DateControl } from '../../../kernel/forms/date-time-control.tsx'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import type { Control } from '../../../ui/control.ts'
import { FormField } from '../../../ui/form.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { t } from '../../../ui/texts.ts'
import { DictSelect } from '../dictionaries/public/dictionary-controls.tsx'
import { findValues } from './find-values.ts'

type Value = string | number | boolean | { id: string; name: string } | null
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The control of a field. Takes values as they are read, and gives them as they are written. */
export const CustomControl = ({ field, value, onChange, ...control }: Control<Value> & { field: OfferedField }) => {
  const change = (next: Value | undefined) => onChange?.(next ?? null)
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'number':
    case 'money':
      return <NumberInput {...control} value={typeof value === 'number' ? value : null} onChange={change} />
    case 'date':
      return <DateControl {...control} placeholder={t('请选择日期')} value={text || undefined} onChange={change} />
    case 'choice':
      return (
        <DictSelect
          {...control}
          group={field.dictionary}
          placeholder={t('请选择')}
          clearable={!field.required}
          value={text || undefined}
          onChange={change}
        />
      )
    case 'person':
    case 'organization':
      return (
        <SearchSelect
          {...control}
          find={findValues(field.kind, '')}
          placeholder={t('请选择')}
          value={typeof value === 'object' ? value?.id : text || undefined}
          onChange={change}
        />
      )
    case 'switch':
      return <Switch {...control} words={[t('是'), t('否')]} value={value === true} onChange={change} />
    default:
      return <LineInput {...control} count={{ max: maxCustomText }} value={text} onChange={change} />
  }
}

const limits: Record<Exclude<FieldEffect, 'hide'>, string> = {
  mask: t('您仅可查看部分内容，不能修改，保存后保持不变'),
  readonly: t('您没有修改权限'),
}

/** A field that the user sees in part is a text, whatever it holds. */
const shownAs = (field: OfferedField, effect: FieldEffect | undefined): OfferedField =>
  effect === 'mask' ? { ...field, kind: 'text' } : field

/** Inputs of custom fields within the form of their entity. */
export const CustomInputs = ({ entity, fields }: { entity: string; fields: readonly OfferedField[] }) => {
  const restrictions = useRestrictions()
  const { currentValue } = useFormRules()
  return fields.map((field) => {
    const { key, name, help, required } = field
    const effect = restrictions[`custom.${entity}.${key}`]
    const limit = effect === 'mask' || effect === 'readonly' ? limits[effect] : undefined
    const isMissing = () => {
      const values = (currentValue('custom') ?? {}) as Readonly<Record<string, unknown>>
      return required && limit === undefined && field.kind !== 'switch' && isEmpty(values[key])
    }
    return (
      <FormField
        key={key}
        name={['custom', key]}
        label={name}
        required={required && limit === undefined}
        help={limit ?? (help || undefined)}
        problem={() => (isMissing() ? t('请填写{name}', { name }) : undefined)}
      >
        <CustomControl field={shownAs(field, effect)} disabled={limit !== undefined} />
      </FormField>
    )
  })
}
