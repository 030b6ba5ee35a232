import {
  type DataRule,
  dataRules,
  maxConditions,
  maxRules,
} from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { Plus } from 'lucide-react'
import * as z from 'zod/mini'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { Condition } from './rule-condition.tsx'
import { blankCondition, blankRule, resourceOptions } from './rule-words.ts'
import { useRuleFields } from './use-rule-fields.ts'

const matchOptions = [
  { value: 'and', label: t('满足全部条件') },
  { value: 'or', label: t('满足任一条件') },
] as const

type RuleProps = {
  rule: DataRule
  label: string
  problem: string | undefined
  disabled: boolean
  onChange: (rule: DataRule) => void
  onRemove: () => void
}
const Rule = ({ rule, label, problem, disabled, onChange, onRemove }: RuleProps) => {
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

/** Validation errors by index of the rule. */
export const ruleProblems = (rules: readonly DataRule[]): ReadonlyMap<number, string> =>
  new Map((z.safeParse(dataRules, rules).error?.issues ?? []).map(({ path, message }) => [Number(path[0]), t(message)]))

/** Rules that restrict the data scope further. `showsErrors`: show validation errors. */
export const RulesField = ({
  readOnlyReason,
  showsErrors,
}: {
  readOnlyReason: string | undefined
  showsErrors: boolean
}) => {
  const draft = useGrantDraft()
  const fields = useRuleFields('users')
  const rules = useDraftValue(chosenOr('rules'))
  const set = (next: DataRule[]) => draft.getState().choose({ rules: next })
  const isReadOnly = readOnlyReason !== undefined
  const problems = showsErrors ? ruleProblems(rules) : undefined
  return (
    <>
      {rules.length === 0 && <p className="grant-quiet">{t('未设置规则：可查看范围内的全部数据。')}</p>}
      <ul className="grant-rules" aria-label={t('数据规则')}>
        {rules.map((rule, at) => (
          <Rule
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own, and keep their order
            key={at}
            rule={rule}
            label={t('规则 {at}', { at: at + 1 })}
            problem={problems?.get(at)}
            disabled={isReadOnly}
            onChange={(next) => set(rules.with(at, next))}
            onRemove={() => set(rules.toSpliced(at, 1))}
          />
        ))}
      </ul>
      {!isReadOnly && rules.length < maxRules && (
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => set([...rules, blankRule(fields)])}>
          {t('添加规则')}
        </Button>
      )}
    </>
  )
}
