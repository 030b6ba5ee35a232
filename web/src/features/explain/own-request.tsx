import { explainContract, type OwnExplanation } from '@atrium/contract/features/explain/explain.contract.ts'
import { Link } from 'react-router'
import { useGrantedModules } from '../../kernel/access/granted-modules.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { explanations } from '../../kernel/explanations/decision-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { RequestForm } from './request-form.tsx'
import { stateNames, stateTones } from './request-words.ts'
import './explain.css'

type StateProps = NonNullable<OwnExplanation['request']> & { visits: boolean }
const State = ({ state, createTime, decideTime, decideReason, visits }: StateProps) => (
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
    {state === 'open' && <p>管理员同意后，不用重新登录就能访问。</p>}
    {decideReason && <p>驳回原因：{decideReason}</p>}
    {!visits && (
      <p>
        <Link to={explanations().requestsPath}>查看我的全部申请</Link>
      </p>
    )}
  </div>
)

/** One’s own wish for what was refused: how it stands, or the way to ask. */
export const OwnRequest = ({ traceId }: { traceId: string }) => {
  const { data } = useRead(
    explainContract.mine,
    { query: { traceId } },
    { staleTime: 0, toasts: false, ofRights: true },
  )
  const visits = useGrantedModules((granted) => granted.visits)
  const [drawer, open] = useOpened()
  if (!data) return null
  const { request, requestable, permissions } = data
  return (
    <>
      {request && <State {...request} visits={visits} />}
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
