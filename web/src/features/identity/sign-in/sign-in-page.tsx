import { t } from '../../../ui/texts.ts'
import './sign-in.css'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { lazy, Suspense, useState } from 'react'
import { clearSessionEndReason, sessionEndReason } from '../../../kernel/api/session-end.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDocumentTitle } from '../../../kernel/page/use-document-title.ts'
import { Entrance } from '../../../ui/entrance.tsx'
import { FirstStep } from './first-step.tsx'
import { abandonSignIn, type Step } from './sign-in-flow.ts'

const loadSecondStep = () => import('./second-step-form.tsx')
const loadNewPassword = () => import('./new-password-form.tsx')
const loadCompanyChoice = () => import('./choose-company-form.tsx')
const SecondStepForm = lazy(async () => ({ default: (await loadSecondStep()).SecondStepForm }))
const NewPasswordForm = lazy(async () => ({ default: (await loadNewPassword()).NewPasswordForm }))
const ChooseCompanyForm = lazy(async () => ({ default: (await loadCompanyChoice()).ChooseCompanyForm }))

type Props = {
  /** Pages for users who cannot sign in. */
  links: { recover: string; register: string }
  /** Tokens are stored; the console can be entered. */
  onSignedIn: () => void
  /** The user starts typing: time to preload what comes next. */
  onInterest: () => void
}

const headings = {
  first: t('登录'),
  second: t('二次验证'),
  changePassword: t('修改密码'),
  chooseCompany: t('选择公司'),
} as const

/** Sign-in: first step, then a second step, a new password and the choice of a company as required. */
export const SignInPage = ({ links, onSignedIn, onInterest }: Props) => {
  const subject = useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [step, setStep] = useState<Exclude<Step, { name: 'done' }>>()
  const [trustDevice, setTrustDevice] = useState(false)
  const [notice, setNotice] = useState(sessionEndReason)
  const heading = headings[step?.name ?? 'first']
  useDocumentTitle(heading, subject.data?.title)

  const showStep = (next: Step) => {
    if (next.name !== 'done') return setStep(next)
    clearSessionEndReason()
    onSignedIn()
  }
  const goBack = (reason?: string) => {
    abandonSignIn()
    setTrustDevice(false)
    setNotice(reason)
    setStep(undefined)
  }
  const preloadSteps = () => {
    onInterest()
    // A failed preload is retried and handled when the step is shown.
    for (const load of [loadSecondStep, loadNewPassword, loadCompanyChoice]) void load().catch(() => undefined)
  }
  const policy = step?.name === 'changePassword' ? (step.policy ?? subject.data?.passwordPolicy) : undefined

  return (
    <Entrance
      site={subject.data}
      heading={heading}
      lead={step?.name === 'changePassword' ? step.reason : undefined}
      unreachable={subject.isError ? { busy: subject.isFetching, onRetry: () => void subject.refetch() } : undefined}
    >
      {!step && (
        <div onInput={preloadSteps}>
          <FirstStep policy={subject.data} links={links} notice={notice} onStep={showStep} />
        </div>
      )}
      <Suspense>
        {step?.name === 'second' && (
          <SecondStepForm
            step={step}
            trustDevice={trustDevice}
            onStep={(next, trusted) => {
              setTrustDevice(trusted)
              showStep(next)
            }}
            onBack={goBack}
          />
        )}
        {step?.name === 'chooseCompany' && (
          <ChooseCompanyForm companies={step.companies} trustDevice={trustDevice} onStep={showStep} onBack={goBack} />
        )}
        {policy && <NewPasswordForm policy={policy} trustDevice={trustDevice} onStep={showStep} onBack={goBack} />}
      </Suspense>
    </Entrance>
  )
}
