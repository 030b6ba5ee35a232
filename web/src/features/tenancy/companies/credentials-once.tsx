import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import '../tenants/public/tenancy.css'
import './companies.css'

type CredentialsProps = {
  company: string
  account: string
  password: string
  onClose: () => void
  children?: ReactNode
}

/** The administrator's credentials, shown once. */
export const CredentialsOnce = ({ company, account, password, onClose, children }: CredentialsProps) => (
  <ShownOnceDialog title={t('“{company}”的管理员', { company })} onClose={onClose}>
    <dl className="company-credentials">
      <dt>{t('账号')}</dt>
      <dd>
        <code>{account}</code> <CopyButton text={account} what={t('账号')} />
      </dd>
      <dt>{t('新密码')}</dt>
      <dd>
        <code>{password}</code> <CopyButton text={password} what={t('新密码')} />
      </dd>
    </dl>
    <p className="tenancy-quiet">{t('密码仅显示一次，首次登录须修改。请以安全方式转交本人。')}</p>
    {children}
  </ShownOnceDialog>
)
