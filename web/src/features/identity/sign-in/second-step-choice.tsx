import { type ReactNode, useState } from 'react'
import type { CallError } from '../../../kernel/api/call-error.ts'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { canUsePasskeys } from '../security/public/passkey-support.ts'
import type { SignedAssertion } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondCodeForm, type SendCode } from './second-code-form.tsx'
import '../../../ui/entrance.css'
import './sign-in.css'

type Kind = 'totp' | 'sms' | 'passkey' | 'recovery' | 'password'
type Proof<K> = { type: K; code?: string; uuid?: string } | ({ type: K } & SignedAssertion)
type Props<K> = {
  /** Available methods; `target` is the masked phone. */
  methods: readonly { type: K; target: string }[]
  first: K
  /** Sends a code to the user's own phone. */
  send: SendCode
  /** Sends the proof to the server. */
  onProof: (proof: Proof<K>) => Promise<void>
  /**
   * Handles the error elsewhere.
   * @returns whether it did
   */
  onRefused: (error: CallError) => boolean
  /** Shown above the button. */
  children?: ReactNode
}

const names: Record<Kind, string> = {
  totp: t('动态验证码'),
  sms: t('短信验证码'),
  passkey: t('通行密钥', { context: 'singular' }),
  recovery: t('恢复码', { context: 'singular' }),
  password: t('密码'),
}

/** Choice of an authentication method and its form. */
export const SecondStepChoice = <K extends Kind>({ methods, first, send, onProof, onRefused, children }: Props<K>) => {
  const usable = methods.filter(({ type }) => type !== 'passkey' || canUsePasskeys())
  const [chosen, choose] = useState(first)
  const active = usable.find(({ type }) => type === chosen) ?? usable[0]
  if (!active)
    return (
      <p className="entrance-refusal" role="alert">
        {t('当前浏览器不支持通行密钥，请更换浏览器或设备登录')}
      </p>
    )
  const kind: Kind = active.type
  return (
    <PlainTabs
      label={t('验证方式')}
      tabs={usable.map(({ type }) => ({ key: type, text: names[type] }))}
      active={active.type}
      onSelect={choose}
    >
      {kind === 'passkey' ? (
        <div className="entrance-form">
          <p className="second-step-lead">{t('请用指纹、面容或安全密钥验证身份')}</p>
          {children}
          <PasskeyButton
            text={t('使用通行密钥验证')}
            kind="primary"
            onSigned={(signed) => onProof({ type: active.type, ...signed })}
            onRefused={onRefused}
          />
        </div>
      ) : (
        <SecondCodeForm
          key={kind}
          type={kind}
          target={active.target}
          send={send}
          onProof={(proof) => onProof({ type: active.type, ...proof })}
          onRefused={onRefused}
        >
          {children}
        </SecondCodeForm>
      )}
    </PlainTabs>
  )
}
