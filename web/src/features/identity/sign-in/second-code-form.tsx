import { sentCode } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { issueText } from '../../../ui/issue-text.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { VerificationCodeInput } from './public/verification-code-input.tsx'
import { RefusalLine } from './refusal-line.tsx'
import { useRefusal } from './use-refusal.ts'

type Type = 'totp' | 'sms' | 'recovery' | 'password'
/** Sends a code to the user's own phone. */
export type SendCode = ComponentProps<typeof VerificationCodeInput>['send']
type Props = {
  type: Type
  /** The masked phone. */
  target: string
  send: SendCode
  /** Sends the typed proof to the server, with the id of the sent code. */
  onProof: (proof: { code: string; uuid?: string }) => Promise<void>
  /**
   * Handles the error elsewhere.
   * @returns whether it did
   */
  onRefused: (error: CallError) => boolean
  /** Shown above the button. */
  children: ReactNode
}

const toLead = (type: Type, target: string): string => {
  if (type === 'password') return t('请输入当前账号的登录密码')
  if (type === 'totp') return t('请输入验证器应用中显示的 6 位数字')
  return type === 'sms'
    ? t('验证码将发送到 {target}', { target })
    : t('请输入一个未使用的恢复码，每个恢复码仅可使用一次')
}
const problemWith = (type: Type, code: string, uuid: string | undefined): string | undefined => {
  if (type === 'password') return code === '' ? t('请输入密码') : undefined
  if (type === 'recovery') return code.trim() === '' ? t('请输入恢复码') : undefined
  if (type === 'sms' && !uuid) return t('请先获取验证码')
  return issueText(sentCode.safeParse(code).error?.issues[0])
}

/** A typed proof: a code from the app or phone, a recovery code, or the password. */
export const SecondCodeForm = ({ type, target, send, onProof, onRefused, children }: Props) => {
  const [code, setCode] = useState('')
  const [uuid, setUuid] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const refusal = useRefusal()
  const input = useRef<HTMLInputElement>(null)

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (onRefused(error)) return
    if (isOutage(error)) return showFailure(error)
    refusal.receive(error)
    input.current?.select()
  }
  const [busy, whileBusy] = useBusy(handleError)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refusal.waiting) return
    refusal.clear()
    const found = problemWith(type, code, uuid)
    setProblem(found)
    if (found) return input.current?.focus()
    await whileBusy(() => onProof({ code: type === 'password' ? code : code.trim(), ...(uuid ? { uuid } : {}) }))
  }

  const field = {
    ref: input,
    value: code,
    onChange: (typed: string) => {
      setCode(typed)
      setProblem(undefined)
    },
    error: problem,
    autoFocus: true,
  }
  return (
    <form className="entrance-form" noValidate onSubmit={submit}>
      <p className="second-step-lead">{toLead(type, target)}</p>
      {type === 'totp' && (
        <TextInput
          {...field}
          label={t('动态验证码', { context: 'code' })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      )}
      {type === 'sms' && (
        <VerificationCodeInput
          {...field}
          label={t('短信验证码')}
          captchaEndpoint={undefined}
          isCaptchaRequired={false}
          send={send}
          onSent={setUuid}
          onRefused={onRefused}
        />
      )}
      {type === 'recovery' && (
        <TextInput
          {...field}
          label={t('恢复码', { context: 'singular' })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
        />
      )}
      {type === 'password' && <PasswordInput {...field} label={t('密码')} autoComplete="current-password" />}
      {children}
      <RefusalLine refusal={refusal} />
      <PlainButton type="submit" kind="primary" busy={busy} blocked={refusal.waiting}>
        {t('验证')}
      </PlainButton>
    </form>
  )
}
