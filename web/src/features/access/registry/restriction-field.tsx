import type { ElementWrite } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { effectNames, restrictableFields } from '@atrium/contract/features/access/registry/restrictable.ts'
import { Field } from '../../../kernel/forms/fields.tsx'
import type { Control } from '../../../ui/control.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { toOptions } from './registry-words.ts'
import './registry.css'

type Restriction = NonNullable<ElementWrite['field']>
const toKey = ({ resource, name }: { resource: string; name: string }) => `${resource}.${name}`
const fields = restrictableFields.map((field) => ({ value: toKey(field), label: field.title }))
const effects = toOptions(effectNames).map(({ value, label }) => ({ value, label: t(label) }))
const defaultEffect = 'hide'

const RestrictionControl = ({ value, onChange, ...rest }: Control<Restriction | null>) => {
  const choose = (key: string | undefined) => {
    const [resource, name] = key?.split('.') ?? []
    onChange?.(key ? ({ resource, name, effect: value?.effect ?? defaultEffect } as Restriction) : null)
  }
  return (
    <div className="element-restriction">
      <Select
        placeholder={t('请选择字段')}
        options={fields}
        value={value ? toKey(value) : undefined}
        onChange={choose}
        {...rest}
      />
      <Select
        aria-label={t('限制方式')}
        options={effects}
        value={value?.effect ?? defaultEffect}
        disabled={!value}
        onChange={(effect) => value && effect && onChange?.({ ...value, effect })}
      />
    </div>
  )
}

/** The restriction of an element of kind `field`. */
export const RestrictionField = () =>
  useFieldValue('kind') === 'field' && (
    <Field<ElementWrite>
      name="field"
      required
      help={t(
        '未持有该权限点的用户，对该字段不可见（隐藏）、仅部分可见（脱敏）或不可修改（只读）；持有者不受限制。平台公司立即生效，其他公司在套餐包含该权限点后生效。',
      )}
    >
      <RestrictionControl />
    </Field>
  )
