import { messages } from '@atrium/contract/kernel/fields.ts'
import {
  type PasswordShape,
  passwordRules,
  passwordRuleText,
  passwordStrength,
  validatePassword,
} from '@atrium/contract/kernel/password-rules.ts'
import { type Ref, useId } from 'react'
import { PasswordInput } from './password-input.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { randomPassword } from './random-password.ts'

type Props = {
  label: string
  /** The password policy. */
  policy: PasswordShape
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Called with a generated password, which need not be repeated by hand. */
  onGenerated?: (password: string) => void
  autoFocus?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** Input of a new password: its rules with ticks, its strength, show and hide, and a generator. */
export const NewPasswordInput = ({ policy, value, onChange, onGenerated, ...rest }: Props) => {
  const id = useId()
  const generate = () => {
    const password = randomPassword(policy)
    onChange(password)
    onGenerated?.(password)
  }
  return (
    <div className="new-password">
      <PasswordInput
        {...rest}
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        onGenerate={generate}
        aria-describedby={`${id}-rules`}
      />
      <PasswordMeter
        id={`${id}-rules`}
        label={passwordRuleText(policy)}
        rules={passwordRules(value, policy)}
        strength={passwordStrength(value, policy)}
      />
    </div>
  )
}

/** Validates a new password; undefined if only the server can still refuse it. */
export const validateNewPassword = (password: string, policy: PasswordShape): string | undefined =>
  password === '' ? messages.required : validatePassword(password, policy)
