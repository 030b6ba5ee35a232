import { t } from './texts.ts'
import './password-input.css'
import { maxPasswordInput } from '@atrium/contract/kernel/fields.ts'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { PlainIcon } from './plain-icon.tsx'
import { TextInput } from './text-input.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** `off`: not a password of an account. */
  autoComplete: 'current-password' | 'new-password' | 'off'
  error?: string | undefined
  autoFocus?: boolean | undefined
  name?: string | undefined
  /** Fills in a generated password and shows it. */
  onGenerate?: (() => void) | undefined
  'aria-describedby'?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Password input with a show button and a Caps Lock warning. */
export const PasswordInput = ({ error, onChange, onGenerate, ...rest }: Props) => {
  const [shown, setShown] = useState(false)
  const [generated, setGenerated] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const generate = () => {
    onGenerate?.()
    setShown(true)
    setGenerated(true)
  }
  return (
    <TextInput
      {...rest}
      onChange={(typed) => {
        setGenerated(false)
        onChange(typed)
      }}
      type={shown ? 'text' : 'password'}
      maxLength={maxPasswordInput}
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      hint={capsLock ? t('大写锁定已开启') : generated ? t('已填入随机密码，请妥善保存') : undefined}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      after={
        <>
          {onGenerate && (
            <button type="button" className="password-input-generate" title={t('生成随机密码')} onClick={generate}>
              {t('生成')}
            </button>
          )}
          <button
            type="button"
            className="password-input-eye"
            aria-pressed={shown}
            aria-label={shown ? t('隐藏密码') : t('显示密码')}
            title={shown ? t('隐藏密码') : t('显示密码')}
            onClick={() => setShown(!shown)}
          >
            <PlainIcon name={shown ? 'eyeOff' : 'eye'} size={18} />
          </button>
        </>
      }
    />
  )
}
