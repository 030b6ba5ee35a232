import type { AppRequestRow } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ApproveForm, RejectAppForm } from './app-decision-forms.tsx'
import { RequestList } from './request-list.tsx'

const hint = t('您担任应用审批人时，在此处理使用申请。')

/** Requests on which the user decides. */
export const AppApprovals = () => {
  const [overlay, open] = useOverlay()
  const decide = (row: AppRequestRow, Form: typeof ApproveForm) =>
    open((onClosed) => <Form row={row} onClosed={onClosed} />)
  return (
    <>
      <RequestList
        endpoint={appRequestsContract.approvals}
        label={t('待我处理')}
        first="open"
        withApplicant
        empty={{ open: { title: t('暂无待您处理的申请'), hint }, all: { title: t('暂无申请'), hint } }}
        actions={(row) =>
          row.state === 'open' && (
            <div className="card-actions">
              <Button
                aria-label={t('驳回 {name} 的申请', { name: row.user.name })}
                onClick={() => decide(row, RejectAppForm)}
              >
                {t('驳回')}
              </Button>
              <Button
                look="primary"
                aria-label={t('通过 {name} 的申请', { name: row.user.name })}
                onClick={() => decide(row, ApproveForm)}
              >
                {t('通过')}
              </Button>
            </div>
          )
        }
      />
      {overlay}
    </>
  )
}
