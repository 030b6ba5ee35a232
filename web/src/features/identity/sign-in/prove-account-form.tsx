import { outsideSignInContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { CaptchaInput } from './public/captcha-input.tsx'
import { needsCaptcha, useCaptcha } from './public/use-captcha.ts'
import { RefusalLine } from './refusal-line.tsx'
import { continueSignIn, type Step } from './sign-in-flow.ts'
import { useRefusal } from './use-refusal.ts'

type Props = {
  finished: ReplyOf<typeof outsideSignInContract.finish>
  onStep: (step: Step) => void
  onBack: () => void
}

/** Asks for the password of an account here, to which the identity of the provider is linked. */
export const ProveAccountForm = ({ finished: { ticket, name, provider }, onStep, onBack }: Props) => {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [captchaDemanded, setCaptchaDemanded] = useState(false)
  const refusal = useRefusal()
  const captcha = useCaptcha(signInContract.captcha, captchaDemanded)
  const [busy, whileBusy] = useBusy((error) => {
    if (!(error instanceof CallError)) throw error
    if (needsCaptcha(error)) setCaptchaDemanded(true)
    captcha.renew()
    refusal.receive(error)
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const proof = captcha.readAnswer()
    if (busy || refusal.waiting || !proof) return
    if (account.trim() === '' || password === '') return refusal.show(t('请输入账号和密码'))
    refusal.clear()
    await whileBusy(async () => {
      const body = { ticket, account, password, ...proof }
      onStep(await continueSignIn(await call(outsideSignInContract.prove, { body }, { toasts: false })))
    })
  }
  return (
    <form className="entrance-form" noValidate onSubmit={submit}>
      <p className="second-step-lead">
        {t('您已通过“{provider}”验证为 {name}。首次登录请输入本系统的账号和密码，完成后即自动关联，以后可直接登录。', {
          provider,
          name,
        })}
      </p>
      <TextInput
        label={t('账号', { context: 'credential' })}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        value={account}
        onChange={setAccount}
      />
      <PasswordInput label={t('密码')} autoComplete="current-password" value={password} onChange={setPassword} />
      <CaptchaInput captcha={captcha} />
      <RefusalLine refusal={refusal} />
      <PlainButton type="submit" kind="primary" busy={busy} blocked={refusal.waiting}>
        {t('关联并登录')}
      </PlainButton>
      <PlainButton kind="quiet" onClick={onBack}>
        {t('返回登录')}
      </PlainButton>
    </form>
  )
}
