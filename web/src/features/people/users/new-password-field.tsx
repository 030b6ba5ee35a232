import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'
import { useEffect } from 'react'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import type { Control } from '../../../ui/control.ts'
import { BareField, useFieldProblem } from '../../../ui/form.tsx'
import { NewPasswordInput, validateNewPassword } from '../../../ui/new-password-input.tsx'

const PasswordControl = ({
  label,
  policy,
  value = '',
  onChange,
}: Control<string> & { label: string; policy: PasswordShape }) => (
  <NewPasswordInput
    label={label}
    policy={policy}
    value={value}
    onChange={(typed) => onChange?.(typed)}
    error={useFieldProblem()}
  />
)

/** A new password in a form, validated against its policy and never stored in a draft. */
export const NewPasswordField = <V,>({ name, policy }: { name: keyof NoInfer<V> & string; policy: PasswordShape }) => {
  const { labels, markSecret, currentValue } = useFormRules()
  useEffect(() => {
    markSecret(name)
  })
  return (
    <BareField name={name} problem={() => validateNewPassword(String(currentValue(name) ?? ''), policy)}>
      <PasswordControl label={labels[name] ?? name} policy={policy} />
    </BareField>
  )
}
