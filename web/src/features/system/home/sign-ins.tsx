import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { agentName } from '../../../ui/agent-name.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'

const rowCount = 5
const request = { query: { 'f.event': 'session.started', page: 1, size: rowCount } }

/** Recent sign-ins of the own account. */
export const SignIns = () => {
  const { data, isError, isFetching, refetch } = useRead(accountContract.logs, request, { toasts: false })
  if (isError && !data)
    return (
      <div className="home-note" role="alert">
        <p>登录记录加载失败</p>
        <PlainButton busy={isFetching} onClick={() => void refetch()}>
          重试
        </PlainButton>
      </div>
    )
  if (!data) return <Skeleton lines={rowCount + 1} />
  if (data.data.length === 0) return <p className="home-note">暂无登录记录</p>
  return (
    <table className="home-table">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">IP 地址</th>
          <th scope="col">设备</th>
        </tr>
      </thead>
      <tbody>
        {data.data.map(({ id, time, ip, agent }) => (
          <tr key={id}>
            <td>
              <Time at={time} />
            </td>
            <td>{ip}</td>
            <td title={agent}>{agentName(agent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
