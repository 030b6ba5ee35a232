import type { UserImpact } from '@atrium/contract/features/people/users/user-status.contract.ts'
import './users.css'

type Dependents = Pick<UserImpact, 'sessions' | 'accessRequests' | 'invitations'>

export type Verb = '锁定' | '停用' | '删除'
const dependentLines = (
  { sessions, accessRequests, invitations }: Dependents,
  isRemoval: boolean,
  handover: string,
) => [
  ...(sessions > 0 ? [`${sessions} 处登录将立即退出，未保存的内容会丢失`] : []),
  ...(accessRequests > 0
    ? [`${accessRequests} 条待处理的权限申请${isRemoval ? '不再显示，恢复后重新出现' : '仍待处理'}`]
    : []),
  ...(invitations > 0 ? [`发出的 ${invitations} 个邀请码仍然有效${isRemoval ? handover : ''}`] : []),
]
const rolesLine = (roles: readonly string[], isRemoval: boolean) =>
  roles.length > 0 ? [`${isRemoval ? '删除后不能使用' : '暂时不能使用'}角色：${roles.join('、')}`] : []

const confirmAgainText = (button: string) => `确认无误后，再次点击“${button}”。`

const ImpactLines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <>
    <strong>{title}</strong>
    {lines.length > 0 && (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </>
)

/** Impact of locking, disabling or deleting a user on dependents; empty until known. */
export const ImpactCard = ({ impact, verb }: { impact: UserImpact | undefined; verb: Verb }) =>
  impact && (
    <div role="alert" className="user-impact">
      <ImpactLines
        title="请确认影响"
        lines={[
          ...rolesLine(impact.roles, verb === '删除'),
          ...dependentLines(impact, verb === '删除', '，可移交给他人'),
        ]}
      />
      <p>{confirmAgainText(verb)}</p>
    </div>
  )
