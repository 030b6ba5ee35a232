import './password-input.css'
import { maxPasswordInput } from '@atrium/contract/kernel/fields.ts'
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { TextInput } from './text-input.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A password: can be shown, and says when Caps Lock would spoil it. */
export const PasswordInput = ({ error, ...rest }: Props) => {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      maxLength={maxPasswordInput}
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      hint={capsLock ? '大写锁定已开启' : undefined}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      after={
        <button
          type="button"
          className="password-input-eye"
          aria-pressed={shown}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          title={shown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </button>
      }
    />
  )
}
