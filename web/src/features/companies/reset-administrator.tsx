import { type CompanyRow, companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { useState } from 'react'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { ImpactDialog } from '../../ui/impact-dialog.tsx'
import { affected } from './affected-reads.ts'
import { CredentialsOnce } from './credentials-once.tsx'

/** Gives the administrator of a company a new password, after a question, and shows it once. */
export const ResetAdministrator = ({ row, onSaved, onClosed }: RowDrawerProps<CompanyRow>) => {
  const [made, setMade] = useState<{ account: string; password: string }>()
  const write = useWrite(companiesContract.reset, {
    invalidates: affected,
    onDone: (credentials) => {
      setMade(credentials)
      onSaved(row.id)
    },
  })
  if (made) return <CredentialsOnce company={row.name} {...made} onClose={onClosed} />
  return (
    <ImpactDialog
      title={`重置“${row.name}”管理员的密码？`}
      confirm="重置密码"
      busy={write.isPending}
      onAnswer={(agreed) => (agreed ? write.mutate({ params: { id: row.id } }) : onClosed())}
    >
      <p>{`管理员“${row.adminName}”（${row.adminAccount}）会立即退出，用新密码登录后须修改密码。`}</p>
    </ImpactDialog>
  )
}
