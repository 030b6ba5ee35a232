import type { UserImpact } from '@atrium/contract/features/users/users.contract.ts'
import './users.css'

type ImpactCardProps = { impact: UserImpact | undefined; removes?: boolean }

const linesOf = ({ sessions, roles, accessRequests, invitations }: UserImpact, removes: boolean) => [
  ...(sessions > 0 ? [`${sessions} 处登录会立即退出，没有保存的内容会丢失`] : []),
  ...(roles.length > 0 ? [`${removes ? '删除后不能使用' : '暂时不能使用'}角色：${roles.join('、')}`] : []),
  ...(accessRequests > 0
    ? [`${accessRequests} 条待处理的权限申请${removes ? '不再显示，恢复后重新出现' : '仍在等待处理'}`]
    : []),
  ...(invitations > 0 ? [`发出的 ${invitations} 个邀请码仍然有效${removes ? '，可以移交给别人' : ''}`] : []),
]

/** What locking or deleting somebody does to more than himself; nothing until it is known. */
export const ImpactCard = ({ impact, removes = false }: ImpactCardProps) =>
  impact && (
    <div role="alert" className="user-impact">
      <strong>请确认影响</strong>
      <ul>
        {linesOf(impact, removes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>确认无误后，再次点按“确定”。</p>
    </div>
  )
