import type { signInMethods } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { Activity, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { canUsePasskeys } from '../security/public/passkey-support.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { type Step, startSignIn } from './sign-in-flow.ts'

type Props = {
  /** The platform's settings; undefined while loading. */
  policy:
    | { methods: readonly (typeof signInMethods)[number][]; captcha: 'always' | 'risk' | 'off'; register: string }
    | undefined
  /** Pages for users who cannot sign in. */
  links: { recover: string; register: string }
  /** Why the user is back at the first step. */
  notice: string | undefined
  onStep: (step: Step) => void
}

const loadSmsForm = async () => ({ default: (await import('./sms-form.tsx')).SmsForm })
const SmsForm = lazy(loadSmsForm)
const OutsideButtons = lazy(async () => ({ default: (await import('./outside-buttons.tsx')).OutsideButtons }))

const tabs = [
  { key: 'password', text: t('密码登录') },
  { key: 'sms', text: t('短信登录') },
] as const

/** The first step: password, sent code or passkey, as the platform allows. */
export const FirstStep = ({ policy, links, notice, onStep }: Props) => {
  const [chosen, choose] = useState<'password' | 'sms'>('password')
  // Both tabs are shown while loading, so that nothing moves afterwards.
  const offered = tabs.filter(({ key }) => policy === undefined || policy.methods.includes(key))
  const [hasSms, setHasSms] = useState(false)
  const show = (key: typeof chosen) => {
    choose(key)
    if (key === 'sms') setHasSms(true)
  }
  const preload = (key: typeof chosen) => {
    // A failure is handled when the form is shown.
    if (key === 'sms') loadSmsForm().catch(() => undefined)
  }
  const active = offered.some(({ key }) => key === chosen) ? chosen : (offered[0]?.key ?? 'password')
  return (
    <>
      <PlainTabs label={t('登录方式')} tabs={offered} active={active} onSelect={show} onInterest={preload}>
        <Activity mode={active === 'password' ? 'visible' : 'hidden'}>
          <CredentialsForm captchaAlways={policy?.captcha === 'always'} notice={notice} onStep={onStep} />
        </Activity>
        {(active === 'sms' || hasSms) && (
          <Activity mode={active === 'sms' ? 'visible' : 'hidden'}>
            <Suspense fallback={<div className="first-step-waiting" />}>
              <SmsForm captchaWanted={policy !== undefined && policy.captcha !== 'off'} onStep={onStep} />
            </Suspense>
          </Activity>
        )}
      </PlainTabs>
      {policy?.methods.includes('passkey') && canUsePasskeys() && (
        <div className="first-step-passkey">
          <PasskeyButton
            text={t('使用通行密钥登录')}
            onSigned={async (signed) => onStep(await startSignIn({ type: 'passkey', ...signed }))}
          />
        </div>
      )}
      <Suspense>
        <OutsideButtons />
      </Suspense>
      <nav className="entrance-links" aria-label={t('其他')}>
        <Link to={links.recover}>{t('忘记密码')}</Link>
        {policy && policy.register !== 'closed' && <Link to={links.register}>{t('注册')}</Link>}
      </nav>
    </>
  )
}
