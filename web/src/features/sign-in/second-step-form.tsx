import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { useState } from 'react'
import type { CallError } from '../../kernel/api/call-error.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PlainCheckbox } from '../../ui/plain-checkbox.tsx'
import { PlainTabs } from '../../ui/plain-tabs.tsx'
import { canAskPasskey } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondCodeForm } from './second-code-form.tsx'
import { advance, type Method, type Step } from './sign-in-flow.ts'

type Props = {
  methods: readonly Method[]
  first: Method['type']
  /** For so many days this browser may be spared the second step. */
  trustDays: number
  onStep: (step: Step, trustDevice: boolean) => void
  /** Back to the first step, with the reason when it was not the person's wish. */
  onBack: (reason?: string) => void
}

const names: Record<Method['type'], string> = {
  totp: '动态验证码',
  sms: '短信验证码',
  passkey: '通行密钥',
  recovery: '恢复码',
}

/** Something else than the first proof: one of the second steps this person has set up. */
export const SecondStepForm = ({ methods, first, trustDays, onStep, onBack }: Props) => {
  const usable = methods.filter(({ type }) => type !== 'passkey' || canAskPasskey())
  const [chosen, choose] = useState(first)
  const [trustDevice, setTrustDevice] = useState(false)
  const active = usable.find(({ type }) => type === chosen) ?? usable[0]

  /** The attempt is over: only from the first step it goes on. */
  const endsAttempt = (error: CallError): boolean => {
    if (error.code !== signInErrors.attemptExpired.code) return false
    onBack(error.msg)
    return true
  }
  const trust = trustDays > 0 && (
    <PlainCheckbox checked={trustDevice} onChange={setTrustDevice}>
      {trustDays} 天内在此浏览器不再验证
    </PlainCheckbox>
  )
  const take = async (proof: Parameters<typeof advance>[0]) =>
    onStep(await advance({ ...proof, trustDevice }), trustDevice)

  return (
    <>
      {active ? (
        <PlainTabs
          label="验证方式"
          tabs={usable.map(({ type }) => ({ key: type, text: names[type] }))}
          active={active.type}
          onSelect={choose}
        >
          {active.type === 'passkey' ? (
            <div className="entrance-form">
              <p className="second-step-lead">请用指纹、面容或安全密钥确认是您本人</p>
              {trust}
              <PasskeyButton
                text="使用通行密钥验证"
                kind="primary"
                onSigned={(signed) => take({ type: 'passkey', ...signed })}
                onRefused={endsAttempt}
              />
            </div>
          ) : (
            <SecondCodeForm
              key={active.type}
              type={active.type}
              target={active.target}
              onProof={take}
              onRefused={endsAttempt}
            >
              {trust}
            </SecondCodeForm>
          )}
        </PlainTabs>
      ) : (
        <p className="entrance-refusal" role="alert">
          当前浏览器不支持通行密钥，请换一个浏览器或设备登录
        </p>
      )}
      <div className="entrance-form second-step-back">
        <PlainButton onClick={() => onBack()}>返回登录</PlainButton>
      </div>
    </>
  )
}
