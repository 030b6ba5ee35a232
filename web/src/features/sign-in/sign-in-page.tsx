import './sign-in.css'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { lazy, Suspense, useState } from 'react'
import { endedBecause, forgetEnding } from '../../kernel/api/session-end.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { FirstStep } from './first-step.tsx'
import { abandon, type Step } from './sign-in-flow.ts'

const loadSecondStep = () => import('./second-step-form.tsx')
const loadNewPassword = () => import('./new-password-form.tsx')
const loadChoice = () => import('./choose-company-form.tsx')
const SecondStepForm = lazy(async () => ({ default: (await loadSecondStep()).SecondStepForm }))
const NewPasswordForm = lazy(async () => ({ default: (await loadNewPassword()).NewPasswordForm }))
const ChooseCompanyForm = lazy(async () => ({ default: (await loadChoice()).ChooseCompanyForm }))

type Props = {
  /** Where one goes who cannot sign in. */
  ways: { recover: string; register: string }
  /** Tokens are kept; the console can be entered. */
  onSignedIn: () => void
  /** Somebody is about to sign in: a good moment to fetch what comes next. */
  onInterest: () => void
}

const headings = { first: '登录', second: '二次验证', changePassword: '修改密码', chooseCompany: '选择企业' } as const

/** The way in: who one is, then a second step and a new password where they are demanded, and which company, of several. */
export const SignInPage = ({ ways, onSignedIn, onInterest }: Props) => {
  const subject = useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [step, setStep] = useState<Exclude<Step, { name: 'done' }>>()
  const [trustDevice, setTrustDevice] = useState(false)
  const [notice, setNotice] = useState(endedBecause)
  const heading = headings[step?.name ?? 'first']
  useDocumentTitle(heading, subject.data?.title)

  const take = (next: Step) => {
    if (next.name !== 'done') return setStep(next)
    forgetEnding()
    onSignedIn()
  }
  const goBack = (reason?: string) => {
    abandon()
    setTrustDevice(false)
    setNotice(reason)
    setStep(undefined)
  }
  const prepare = () => {
    onInterest()
    // A step that does not arrive is met again, and handled, when it is really wanted.
    for (const load of [loadSecondStep, loadNewPassword, loadChoice]) void load().catch(() => undefined)
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
        <div onInput={prepare}>
          <FirstStep policy={subject.data} ways={ways} notice={notice} onStep={take} />
        </div>
      )}
      <Suspense>
        {step?.name === 'second' && (
          <SecondStepForm
            step={step}
            trustDevice={trustDevice}
            onStep={(next, trusted) => {
              setTrustDevice(trusted)
              take(next)
            }}
            onBack={goBack}
          />
        )}
        {step?.name === 'chooseCompany' && (
          <ChooseCompanyForm companies={step.companies} trustDevice={trustDevice} onStep={take} onBack={goBack} />
        )}
        {policy && <NewPasswordForm policy={policy} trustDevice={trustDevice} onStep={take} onBack={goBack} />}
      </Suspense>
    </Entrance>
  )
}
