import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { inheritedText, kindOptions, type rules, type Source, valueText } from './policy-words.ts'
import type { PolicyForm } from './use-policy-form.ts'

type RuleRowProps = {
  of: (typeof rules)[number]
  inherited: PasswordPolicy
  /** Where the rule comes from if the company has none of its own. */
  from: Source
  form: PolicyForm
  readOnly: boolean
}

/** One rule: the company's own value and the inherited one. */
export const RuleRow = ({ of: { rule, label, hint, unit }, inherited, from, form, readOnly }: RuleRowProps) => {
  const id = useId()
  const value = form.own[rule]
  const problem = form.problems[rule]
  const control = {
    id: `${id}-control`,
    disabled: readOnly,
    placeholder: inheritedText(from.name, rule, inherited[rule]),
    'aria-describedby': `${id}-hint ${id}-note`,
    ...(problem ? { 'aria-invalid': 'true' as const } : {}),
    onBlur: () => form.validate(rule),
  }
  return (
    <div className="policy-rule" data-rule={rule}>
      <div className="policy-rule-words">
        <label htmlFor={control.id}>{label}</label>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <div className="policy-rule-own">
        <div className="policy-rule-control">
          {rule === 'kind' ? (
            <Select
              {...control}
              disabled={readOnly || form.busy}
              options={kindOptions}
              value={form.own.kind ?? undefined}
              onChange={(kind) => form.set('kind', kind ?? null)}
            />
          ) : (
            <NumberInput
              {...control}
              // Read-only instead of disabled, to keep the focus after saving with Enter.
              readOnly={form.busy}
              value={value as number | null}
              onChange={(next) => form.set(rule, next)}
            />
          )}
          <span className="policy-rule-unit">{unit}</span>
        </div>
        <div className="policy-rule-note">
          {/* Hint and problem share one place, so that nothing moves when a problem appears. */}
          <p id={`${id}-note`} role={problem ? 'alert' : undefined} className={problem && 'policy-rule-problem'}>
            {problem ?? (value === null ? '' : labelledText(from.name, valueText(rule, inherited[rule])))}
          </p>
          {value !== null && !readOnly && (
            <Button look="link" disabled={form.busy} onClick={() => form.set(rule, null)}>
              {from.inherits}
              <span className="visually-hidden">{label}</span>
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
