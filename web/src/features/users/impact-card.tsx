import type { BatchImpact, UserImpact } from '@atrium/contract/features/users/users.contract.ts'
import './users.css'

type Belongings = Pick<UserImpact, 'sessions' | 'accessRequests' | 'invitations'>

const belongingLines = ({ sessions, accessRequests, invitations }: Belongings, removes: boolean, handover: string) => [
  ...(sessions > 0 ? [`${sessions} 处登录会立即退出，没有保存的内容会丢失`] : []),
  ...(accessRequests > 0
    ? [`${accessRequests} 条待处理的权限申请${removes ? '不再显示，恢复后重新出现' : '仍在等待处理'}`]
    : []),
  ...(invitations > 0 ? [`发出的 ${invitations} 个邀请码仍然有效${removes ? handover : ''}`] : []),
]
const rolesLine = (roles: readonly string[], removes: boolean) =>
  roles.length > 0 ? [`${removes ? '删除后不能使用' : '暂时不能使用'}角色：${roles.join('、')}`] : []

const verbOf = (removes: boolean) => (removes ? '删除' : '锁定')
const again = (verb: string) => `确认无误后，再次点按“${verb}”。`

const shownNames = 3
const briefly = (names: readonly string[]) =>
  names.length > shownNames + 1 ? `${names.slice(0, shownNames).join('、')}等 ${names.length} 个用户` : names.join('、')

const refusalLines = ({ refused }: BatchImpact, nameOf: (id: string) => string) =>
  [...Map.groupBy(refused, ({ msg }) => msg)].map(([msg, of]) => `${msg}：${briefly(of.map(({ id }) => nameOf(id)))}`)

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

/** What locking or deleting somebody does to more than himself; nothing until it is known. */
export const ImpactCard = ({ impact, removes = false }: { impact: UserImpact | undefined; removes?: boolean }) =>
  impact && (
    <div role="alert" className="user-impact">
      <ImpactLines
        title="请确认影响"
        lines={[...rolesLine(impact.roles, removes), ...belongingLines(impact, removes, '，可以移交给别人')]}
      />
      <p>{again(verbOf(removes))}</p>
    </div>
  )

type BatchImpactCardProps = {
  impact: BatchImpact | undefined
  removes?: boolean
  /** What a person is called. */
  nameOf: (id: string) => string
}

/** The same for several people at once, and whom it will not reach. */
export const BatchImpactCard = ({ impact, removes = false, nameOf }: BatchImpactCardProps) => {
  if (!impact) return undefined
  const verb = verbOf(removes)
  const roles = impact.roles.map(({ name, users }) => `${name}（${users} 人）`)
  const lines = [...rolesLine(roles, removes), ...belongingLines(impact, removes, '')]
  const going = impact.total - impact.refused.length
  return (
    <div role="alert" className="user-impact">
      <ImpactLines title={going > 0 ? `会${verb} ${going} 个用户` : `没有用户会被${verb}`} lines={lines} />
      {impact.refused.length > 0 && (
        <ImpactLines title={`${impact.refused.length} 个用户不会${verb}`} lines={refusalLines(impact, nameOf)} />
      )}
      <p>{going > 0 ? again(verb) : '请取消后重新选择。'}</p>
    </div>
  )
}
