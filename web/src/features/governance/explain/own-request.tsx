import { explainContract, type OwnExplanation } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { Link } from 'react-router'
import { explanations } from '../../../kernel/access/decision-trace.tsx'
import { useGrants } from '../../../kernel/access/grants.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { RequestForm } from './request-form.tsx'
import { stateNames, stateTones } from './request-words.ts'
import './explain.css'

type RequestStateProps = NonNullable<OwnExplanation['request']> & { visits: boolean }
const RequestState = ({ state, createTime, decideTime, decideReason, visits }: RequestStateProps) => (
  <div className="own-request">
    <p>{rich('权限申请 {state}', { state: <Tag tone={stateTones[state]}>{stateNames[state]}</Tag> })}</p>
    <p className="explain-quiet">
      {decideTime
        ? rich('{createTime} 提交，{decideTime} 处理', {
            createTime: <Time at={createTime} />,
            decideTime: <Time at={decideTime} />,
          })
        : rich('{createTime} 提交', { createTime: <Time at={createTime} /> })}
    </p>
    {state === 'open' && <p>{t('申请通过后，无需重新登录即可访问。')}</p>}
    {decideReason && <p>{t('驳回原因：{decideReason}', { decideReason })}</p>}
    {!visits && (
      <p>
        <Link to={explanations().requestsPath}>{t('查看我的全部申请')}</Link>
      </p>
    )}
  </div>
)

/** The user's own request for what was denied: its state, or the button to make one. */
export const OwnRequest = ({ traceId }: { traceId: string }) => {
  const { data } = useRead(
    explainContract.mine,
    { query: { traceId } },
    { staleTime: 0, toasts: false, dependsOnRights: true },
  )
  const visits = useGrants((granted) => granted.isActing)
  const [drawer, open] = useOverlay()
  if (!data) return null
  const { request, requestable, permissions } = data
  return (
    <>
      {request && <RequestState {...request} visits={visits} />}
      {requestable && request?.state !== 'open' && (
        <div>
          <Button
            look="primary"
            onClick={() =>
              open((onClosed) => <RequestForm traceId={traceId} permissions={permissions} onClosed={onClosed} />)
            }
          >
            {request ? t('再次申请') : t('申请权限')}
          </Button>
        </div>
      )}
      {drawer}
    </>
  )
}
