import type { BatchImpact, UserImpact } from '@atrium/contract/features/users/users.contract.ts'
import './users.css'

type Belongings = Pick<UserImpact, 'sessions' | 'accessRequests' | 'invitations'>

export type Verb = '锁定' | '停用' | '删除'
const belongingLines = ({ sessions, accessRequests, invitations }: Belongings, verb: Verb, handover: string) => [
  ...(sessions > 0 ? [`${sessions} 处登录会立即退出，没有保存的内容会丢失`] : []),
  ...(accessRequests > 0
    ? [`${accessRequests} 条待处理的权限申请${verb === '删除' ? '不再显示，恢复后重新出现' : '仍在等待处理'}`]
    : []),
  ...(invitations > 0 ? [`发出的 ${invitations} 个邀请码仍然有效${verb === '删除' ? handover : ''}`] : []),
]
const rolesLine = (roles: readonly string[], verb: Verb) =>
  roles.length > 0 ? [`${verb === '删除' ? '删除后不能使用' : '暂时不能使用'}角色：${roles.join('、')}`] : []

const again = (verb: Verb) => `确认无误后，再次点按“${verb}”。`

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

/** What locking, disabling or deleting somebody does to more than himself; nothing until it is known. */
export const ImpactCard = ({ impact, verb }: { impact: UserImpact | undefined; verb: Verb }) =>
  impact && (
    <div role="alert" className="user-impact">
      <ImpactLines
        title="请确认影响"
        lines={[...rolesLine(impact.roles, verb), ...belongingLines(impact, verb, '，可以移交给别人')]}
      />
      <p>{again(verb)}</p>
    </div>
  )

type BatchImpactCardProps = {
  impact: BatchImpact | undefined
  verb: Verb
  /** What a person is called. */
  nameOf: (id: string) => string
}

/** The same for several people at once, and whom it will not reach. */
export const BatchImpactCard = ({ impact, verb, nameOf }: BatchImpactCardProps) => {
  if (!impact) return undefined
  const roles = impact.roles.map(({ name, users }) => `${name}（${users} 人）`)
  const lines = [...rolesLine(roles, verb), ...belongingLines(impact, verb, '')]
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
