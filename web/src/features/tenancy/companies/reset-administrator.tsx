import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import type { CompanySummary } from './company-summary.ts'
import { CredentialsOnce } from './credentials-once.tsx'

/** Resets the password of a company's administrator after a question, and shows it once. */
export const ResetAdministrator = ({ row, onSaved, onClosed }: RowDrawerProps<CompanySummary>) => {
  const [credentials, setCredentials] = useState<{ account: string; password: string }>()
  const write = useWrite(companiesContract.reset, {
    invalidates: tenantReads,
    onDone: (credentials) => {
      setCredentials(credentials)
      onSaved(row.id)
    },
  })
  if (credentials) return <CredentialsOnce company={row.name} {...credentials} onClose={onClosed} />
  return (
    <ImpactDialog
      title={t('重置“{name}”管理员的密码？', { name: row.name })}
      confirm={t('重置密码')}
      busy={write.isPending}
      onAnswer={(agreed) => (agreed ? write.mutate({ params: { id: row.id } }) : onClosed())}
    >
      <p>
        {t('管理员“{adminName}”（{adminAccount}）将立即退出登录，用新密码登录后须修改密码。', {
          adminName: row.adminName,
          adminAccount: row.adminAccount,
        })}
      </p>
    </ImpactDialog>
  )
}
