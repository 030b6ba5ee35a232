import type { signInMethods } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { Activity, useState } from 'react'
import { Link } from 'react-router'
import { PlainTabs } from '../../ui/plain-tabs.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { canAskPasskey } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { begin, type Step } from './sign-in-flow.ts'
import { SmsForm } from './sms-form.tsx'

type Props = {
  /** What the platform allows; undefined as long as it has not said. */
  policy:
    | { methods: readonly (typeof signInMethods)[number][]; captcha: 'always' | 'risk' | 'off'; register: string }
    | undefined
  /** Where one goes who cannot sign in. */
  ways: { recover: string; register: string }
  /** Why the person is back here. */
  notice: string | undefined
  onStep: (step: Step) => void
}

const tabs = [
  { key: 'password', text: '密码登录' },
  { key: 'sms', text: '短信登录' },
] as const

/** Who is it? By password, by a code sent to the phone, or by passkey, as far as the platform allows. */
export const FirstStep = ({ policy, ways, notice, onStep }: Props) => {
  const [chosen, choose] = useState<'password' | 'sms'>('password')
  // Until the platform has said, the room for both stands ready: nothing moves when the answer comes.
  const offered = tabs.filter(({ key }) => policy === undefined || policy.methods.includes(key))
  const active = offered.some(({ key }) => key === chosen) ? chosen : (offered[0]?.key ?? 'password')
  return (
    <>
      <PlainTabs label="登录方式" tabs={offered} active={active} onSelect={choose}>
        <Activity mode={active === 'password' ? 'visible' : 'hidden'}>
          <CredentialsForm captchaAlways={policy?.captcha === 'always'} notice={notice} onStep={onStep} />
        </Activity>
        <Activity mode={active === 'sms' ? 'visible' : 'hidden'}>
          <SmsForm captchaWanted={policy !== undefined && policy.captcha !== 'off'} onStep={onStep} />
        </Activity>
      </PlainTabs>
      {policy?.methods.includes('passkey') && canAskPasskey() && (
        <div className="first-step-passkey">
          <PasskeyButton
            text="使用通行密钥登录"
            onSigned={async (signed) => onStep(await begin({ type: 'passkey', ...signed }))}
          />
        </div>
      )}
      <nav className="entrance-links" aria-label="其他">
        <Link to={ways.recover}>忘记密码</Link>
        {policy && policy.register !== 'closed' && <Link to={ways.register}>注册</Link>}
      </nav>
    </>
  )
}
