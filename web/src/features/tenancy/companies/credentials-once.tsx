import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx'
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
  <ShownOnceDialog title={`“${company}”的管理员`} onClose={onClose}>
    <dl className="company-credentials">
      <dt>账号</dt>
      <dd>
        <code>{account}</code> <CopyButton text={account} what="账号" />
      </dd>
      <dt>新密码</dt>
      <dd>
        <code>{password}</code> <CopyButton text={password} what="新密码" />
      </dd>
    </dl>
    <p className="tenancy-quiet">密码仅显示一次，首次登录须修改。请以安全方式转交本人。</p>
    {children}
  </ShownOnceDialog>
)
