import { type Tenant, tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../../kernel/access/can.tsx'
import { call } from '../../../../kernel/api/call.ts'
import { invalidate } from '../../../../kernel/api/use-read.ts'
import { Button } from '../../../../ui/button.tsx'
import { useConfirm } from '../../../../ui/confirm.tsx'
import { t } from '../../../../ui/texts.ts'
import { tenantReads } from './tenant-reads.ts'

const endpoints = { resume: tenantsContract.resume, reopen: tenantsContract.reopen }

type ReadmitButtonProps = { tenant: Tenant; by: keyof typeof endpoints; title: string; children: string }
/** Lets the users of a tenant sign in again, after a question. */
export const ReadmitButton = ({ tenant, by, title, children }: ReadmitButtonProps) => {
  const [ask, question] = useConfirm()
  const askFirst = () =>
    ask({
      title,
      body: t('确认后，用户可立即登录。'),
      confirm: children,
      run: async () => {
        try {
          await call(endpoints[by], { params: { id: tenant.companyId } })
        } finally {
          await Promise.all(tenantReads.map(invalidate))
        }
      },
    })
  return (
    <Can endpoint={endpoints[by]}>
      <Button onClick={askFirst}>{children}</Button>
      {question}
    </Can>
  )
}
