import type { RuleCondition } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { X } from 'lucide-react'
import { DateControl, DateTimeControl } from '../../../kernel/forms/date-time-control.tsx'
import { Button } from '../../../ui/button.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { WordsInput } from '../../../ui/words-input.tsx'
import {
  blankCondition,
  changeOperator,
  fieldOptions,
  findKind,
  opOptions,
  type RuleFields,
  varOptions,
} from './rule-words.ts'

type ConditionProps = {
  fields: RuleFields
  condition: RuleCondition
  /** Accessible name among its neighbours. */
  label: string
  disabled: boolean
  onChange: (condition: RuleCondition) => void
  onRemove: (() => void) | undefined
}

const typed = 'value'
/** Keep text that is not a number: validation rejects it with a message. */
const asNumber = (word: string) => (Number.isNaN(Number(word)) ? word : Number(word))

const ValueControl = ({ fields, condition, label, disabled, onChange }: Omit<ConditionProps, 'onRemove'>) => {
  const { field, op, value } = condition
  const kind = findKind(fields, field)
  const named = { 'aria-label': t('{label}的值', { label }), disabled }
  const set = (next: RuleCondition['value']) => onChange({ field, op, value: next })
  if (op === 'in')
    return (
      <WordsInput
        {...named}
        placeholder={t('输入后按回车')}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(words) => set(kind === 'number' ? words.map(asNumber) : words)}
      />
    )
  if (kind === 'number')
    return (
      <NumberInput {...named} value={typeof value === 'number' ? value : null} onChange={(next) => set(next ?? '')} />
    )
  if (kind === 'time')
    return (
      <DateTimeControl
        {...named}
        placeholder={t('选择时间')}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(next) => set(next ?? '')}
      />
    )
  if (kind === 'day')
    return (
      <DateControl
        {...named}
        placeholder={t('请选择日期')}
        value={typeof value === 'string' && value !== '' ? value : undefined}
        onChange={(next) => set(next ?? '')}
      />
    )
  return <LineInput {...named} maxLength={200} placeholder={t('比较的值')} value={String(value ?? '')} onChange={set} />
}

/** One condition of a rule: field, operator and value. */
export const Condition = ({ onRemove, ...props }: ConditionProps) => {
  const { fields, condition, label, disabled, onChange } = props
  const { field, op } = condition
  const kind = findKind(fields, field)
  const vars = op === 'in' ? [] : varOptions(kind)
  return (
    <li className="grant-condition">
      <Select
        aria-label={t('{label}的字段', { label })}
        disabled={disabled}
        options={fieldOptions(fields)}
        value={field}
        onChange={(next) => next && onChange(blankCondition(fields, next))}
      />
      <Select
        aria-label={t('{label}的比较方式', { label })}
        disabled={disabled}
        options={opOptions(kind)}
        value={op}
        onChange={(next) => next && onChange(changeOperator(fields, condition, next))}
      />
      {vars.length > 0 && (
        <Select
          aria-label={t('{label}的比较对象', { label })}
          disabled={disabled}
          options={[{ value: typed, label: t('固定的值') }, ...vars]}
          value={condition.var ?? typed}
          onChange={(next) => {
            const chosen = vars.find(({ value }) => value === next)
            onChange(chosen ? { field, op, var: chosen.value } : { field, op, value: '' })
          }}
        />
      )}
      {condition.var === undefined && <ValueControl {...props} />}
      {onRemove && !disabled && (
        <Button
          look="quiet"
          aria-label={t('删除{label}', { label })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onRemove}
        >
          {null}
        </Button>
      )}
    </li>
  )
}
