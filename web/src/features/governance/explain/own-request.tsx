import { explainContract, type OwnExplanation } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { Link } from 'react-router'
import { explanations } from '../../../kernel/access/decision-trace.tsx'
import { useGrants } from '../../../kernel/access/grants.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { RequestForm } from './request-form.tsx'
import { stateNames, stateTones } from './request-words.ts'
import './explain.css'

type RequestStateProps = NonNullable<OwnExplanation['request']> & { visits: boolean }
const RequestState = ({ state, createTime, decideTime, decideReason, visits }: RequestStateProps) => (
  <div className="own-request">
    <p>
      权限申请 <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
    </p>
    <p className="explain-quiet">
      <Time at={createTime} /> 提交
      {decideTime && (
        <>
          ，<Time at={decideTime} /> 处理
        </>
      )}
    </p>
    {state === 'open' && <p>申请通过后，无需重新登录即可访问。</p>}
    {decideReason && <p>驳回原因：{decideReason}</p>}
    {!visits && (
      <p>
        <Link to={explanations().requestsPath}>查看我的全部申请</Link>
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
            {request ? '再次申请' : '申请权限'}
          </Button>
        </div>
      )}
      {drawer}
    </>
  )
}
