import './sign-in.css'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { useState } from 'react'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { BrandMark } from '../../ui/brand.tsx'
import arches from '../../ui/brand-arches.svg'
import { PlainButton } from '../../ui/plain-button.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { abandon, type Step } from './sign-in-flow.ts'

type Props = {
  /** Tokens are kept; the console can be entered. */
  onSignedIn: () => void
  /** Somebody is about to sign in: a good moment to fetch what comes next. */
  onInterest: () => void
}

/** The way in: account and password, then a new password where one is demanded. */
export const SignInPage = ({ onSignedIn, onInterest }: Props) => {
  const subject = useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [step, setStep] = useState<Step>()
  const [notice, setNotice] = useState<string>()
  const mustChange = step === 'changePassword'
  useDocumentTitle(mustChange ? '修改密码' : '登录', subject.data?.title)

  const take = (next: Step) => (next === 'done' ? onSignedIn() : setStep(next))
  const goBack = (reason?: string) => {
    abandon()
    setNotice(reason)
    setStep(undefined)
  }

  return (
    <div className="sign-in">
      <aside className="sign-in-brand" aria-hidden="true">
        <img className="sign-in-arches" src={arches} alt="" />
      </aside>
      <main className="sign-in-main">
        <div className="sign-in-card">
          <div className="sign-in-title">
            <BrandMark size={36} />
            <span>{subject.data?.title}</span>
          </div>
          <h1 className="sign-in-heading">{mustChange ? '修改密码' : '登录'}</h1>
          {mustChange && <p className="sign-in-lead">{signInErrors.changePassword.msg}</p>}
          {subject.isError && (
            <div className="sign-in-unreachable">
              <p>暂时无法连接服务器</p>
              <PlainButton busy={subject.isFetching} onClick={() => void subject.refetch()}>
                重试
              </PlainButton>
            </div>
          )}
          {mustChange && subject.data ? (
            <NewPasswordForm policy={subject.data.passwordPolicy} onStep={take} onBack={goBack} />
          ) : (
            <CredentialsForm
              captchaAlways={subject.data?.captcha === 'always'}
              notice={notice}
              onStep={take}
              onTyping={onInterest}
            />
          )}
        </div>
        <footer className="sign-in-footer">
          {subject.data?.copyright && <span>{subject.data.copyright}</span>}
          {subject.data?.icp && (
            <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
              {subject.data.icp}
            </a>
          )}
        </footer>
      </main>
    </div>
  )
}
