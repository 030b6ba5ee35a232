import { registrationsErrors } from '@atrium/contract/features/identity/registrations/registrations.errors.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDocumentTitle } from '../../../kernel/page/use-document-title.ts'
import { Entrance } from '../../../ui/entrance.tsx'
import { EntranceResult } from '../../../ui/entrance-result.tsx'
import { t } from '../../../ui/texts.ts'
import { RegisterForm } from './register-form.tsx'

const results = {
  active: { heading: t('注册成功'), text: t('您的账号已开通，现在可以登录。') },
  review: { heading: t('等待审核'), text: t('申请已提交，审核结果将以短信通知') },
} as const

/** Registration, depending on the platform's mode: closed, by invitation, after approval, or open. */
export const RegisterPage = ({ signIn }: { signIn: string }) => {
  const subject = useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [status, setStatus] = useState<keyof typeof results>()
  const mode = subject.data?.register
  const heading = status ? results[status].heading : t('注册')
  useDocumentTitle(heading, subject.data?.title)
  const lead = mode === 'apply' && !status ? t('提交后由管理员审核，结果将以短信通知') : undefined

  return (
    <Entrance
      site={subject.data}
      heading={heading}
      lead={lead}
      unreachable={subject.isError ? { busy: subject.isFetching, onRetry: () => void subject.refetch() } : undefined}
    >
      {status ? (
        <EntranceResult text={results[status].text}>
          <Link className="plain-button plain-button-primary" to={signIn} replace>
            {t('去登录')}
          </Link>
        </EntranceResult>
      ) : (
        <>
          {mode === 'closed' && (
            <p className="entrance-lead">
              {t('{msg}，请联系管理员开通账号', { msg: t(registrationsErrors.closed.msg) })}
            </p>
          )}
          {subject.data && mode !== 'closed' && (
            <RegisterForm
              policy={subject.data.passwordPolicy}
              captchaWanted={subject.data.captcha !== 'off'}
              inviteOnly={mode === 'invite'}
              agreement={subject.data.agreement}
              onDone={setStatus}
            />
          )}
          <nav className="entrance-links" aria-label={t('其他')}>
            <Link to={signIn}>{t('已有账号，去登录')}</Link>
          </nav>
        </>
      )}
    </Entrance>
  )
}
