import type { AppRequestRow } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { Button } from '../../../ui/button.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ApproveForm, RejectAppForm } from './app-decision-forms.tsx'
import { RequestList } from './request-list.tsx'

const hint = '您担任应用审批人时，在此处理使用申请。'

/** Requests on which the user decides. */
export const AppApprovals = () => {
  const [overlay, open] = useOverlay()
  const decide = (row: AppRequestRow, Form: typeof ApproveForm) =>
    open((onClosed) => <Form row={row} onClosed={onClosed} />)
  return (
    <>
      <RequestList
        endpoint={appRequestsContract.approvals}
        label="待我处理"
        first="open"
        withApplicant
        empty={{ open: { title: '暂无待您处理的申请', hint }, all: { title: '暂无申请', hint } }}
        actions={(row) =>
          row.state === 'open' && (
            <div className="card-actions">
              <Button aria-label={`驳回 ${row.user.name} 的申请`} onClick={() => decide(row, RejectAppForm)}>
                驳回
              </Button>
              <Button
                look="primary"
                aria-label={`通过 ${row.user.name} 的申请`}
                onClick={() => decide(row, ApproveForm)}
              >
                通过
              </Button>
            </div>
          )
        }
      />
      {overlay}
    </>
  )
}
