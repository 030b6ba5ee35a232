import { type PasswordShape, passwordRule, passwordRules, strengthOf } from '@atrium/contract/kernel/password-rules.ts'
import { type Ref, useId } from 'react'
import { PasswordInput } from '../../ui/password-input.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { randomPassword } from './random-password.ts'

type Props = {
  label: string
  /** What the password must satisfy. */
  policy: PasswordShape
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** A generated password arrives here as well: it need not be repeated by hand. */
  onGenerated?: (password: string) => void
  autoFocus?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A new password: its rules with ticks, its strength, show and hide, and a random one for whoever has no idea (spec §9). */
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
        label={passwordRule(policy)}
        rules={passwordRules(value, policy)}
        strength={strengthOf(value, policy)}
      />
    </div>
  )
}
