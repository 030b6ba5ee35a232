import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDocumentTitle } from '../../../kernel/page/use-document-title.ts'
import { Entrance } from '../../../ui/entrance.tsx'
import { EntranceResult } from '../../../ui/entrance-result.tsx'
import { t } from '../../../ui/texts.ts'
import { RecoveryForm } from './recovery-form.tsx'

/** Password recovery: verifies the account with a sent code and sets a new password. */
export const RecoveryPage = ({ signIn }: { signIn: string }) => {
  const subject = useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [done, setDone] = useState(false)
  const heading = done ? t('密码已重置') : t('忘记密码')
  useDocumentTitle(heading, subject.data?.title)
  return (
    <Entrance
      site={subject.data}
      heading={heading}
      lead={done ? undefined : t('验证码将发送到账号绑定的手机或邮箱')}
      unreachable={subject.isError ? { busy: subject.isFetching, onRetry: () => void subject.refetch() } : undefined}
    >
      {done ? (
        <EntranceResult text={t('请使用新密码登录。为保障安全，该账号此前的登录已全部失效。')}>
          <Link className="plain-button plain-button-primary" to={signIn} replace>
            {t('去登录')}
          </Link>
        </EntranceResult>
      ) : (
        <>
          {subject.data && (
            <RecoveryForm
              policy={subject.data.passwordPolicy}
              captchaWanted={subject.data.captcha !== 'off'}
              onDone={() => setDone(true)}
            />
          )}
          <nav className="entrance-links" aria-label={t('其他')}>
            <Link to={signIn}>{t('返回登录')}</Link>
          </nav>
        </>
      )}
    </Entrance>
  )
}
