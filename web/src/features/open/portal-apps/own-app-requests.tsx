import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './app-request-words.ts'
import { RequestList } from './request-list.tsx'

const { ownAppRequests, withdrawRequest } = appRequestsContract
const hint = t('在“可申请”中申请使用应用，处理结果在此查看。')

/** The user's own requests for applications. */
export const OwnAppRequests = () => {
  const write = useWrite(withdrawRequest, { invalidates: affectedReads })
  const [ask, question] = useConfirm()
  return (
    <>
      <RequestList
        endpoint={ownAppRequests}
        label={t('我的申请')}
        first="all"
        empty={{ open: { title: t('暂无待处理的申请'), hint }, all: { title: t('暂无申请'), hint } }}
        actions={({ id, app, state }) =>
          state === 'open' && (
            <div className="card-actions">
              <Button
                aria-label={t('撤回对“{name}”的申请', { name: app.name })}
                onClick={() =>
                  ask({
                    title: t('撤回对“{name}”的申请？', { name: app.name }),
                    body: t('撤回后可重新申请。'),
                    confirm: t('撤回'),
                    run: () => write.mutateAsync({ params: { id } }),
                  })
                }
              >
                {t('撤回')}
              </Button>
            </div>
          )
        }
      />
      {question}
    </>
  )
}
