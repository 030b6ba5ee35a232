import { type DataRule, maxConditions } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { Condition } from './rule-condition.tsx'
import { blankCondition, resourceOptions } from './rule-words.ts'
import { useRuleFields } from './use-rule-fields.ts'

const matchOptions = [
  { value: 'and', label: t('满足全部条件') },
  { value: 'or', label: t('满足任一条件') },
] as const

type RuleEditorProps = {
  rule: DataRule
  label: string
  problem: string | undefined
  disabled: boolean
  onChange: (rule: DataRule) => void
  onRemove: () => void
}
/** One rule: which data it restricts, and by which conditions. */
export const RuleEditor = ({ rule, label, problem, disabled, onChange, onRemove }: RuleEditorProps) => {
  const { resource, match, conditions } = rule
  const fields = useRuleFields(resource)
  const setConditions = (next: DataRule['conditions']) => onChange({ ...rule, conditions: next })
  return (
    <li className="grant-rule">
      <div className="grant-rule-head">
        <Select
          aria-label={t('{label}的数据', { label })}
          disabled={disabled}
          options={resourceOptions}
          value={resource}
          onChange={(next) =>
            next &&
            onChange({ resource: next, match, conditions: [blankCondition(fields, Object.keys(fields)[0] ?? '')] })
          }
        />
        <Select
          aria-label={t('{label}的条件关系', { label })}
          disabled={disabled}
          options={matchOptions}
          value={match}
          onChange={(next) => next && onChange({ ...rule, match: next })}
        />
        {!disabled && (
          <Button look="link" danger aria-label={t('删除{label}', { label })} onClick={onRemove}>
            {t('删除规则')}
          </Button>
        )}
      </div>
      <ul className="grant-conditions">
        {conditions.map((condition, at) => (
          <Condition
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own, and keep their order
            key={at}
            fields={fields}
            condition={condition}
            label={t('{label}的条件 {at}', { label, at: at + 1 })}
            disabled={disabled}
            onChange={(next) => setConditions(conditions.with(at, next))}
            onRemove={conditions.length > 1 ? () => setConditions(conditions.toSpliced(at, 1)) : undefined}
          />
        ))}
      </ul>
      {problem !== undefined && (
        <p className="grant-problem" role="alert">
          {problem}
        </p>
      )}
      {!disabled && conditions.length < maxConditions && (
        <Button
          look="link"
          onClick={() => setConditions([...conditions, blankCondition(fields, conditions[0]?.field ?? 'account')])}
        >
          {t('添加条件')}
        </Button>
      )}
    </li>
  )
}
