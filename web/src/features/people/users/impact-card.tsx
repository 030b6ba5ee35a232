import type { BatchImpact, UserImpact } from '@atrium/contract/features/people/users/user-status.contract.ts'
import './users.css'

type Dependents = Pick<UserImpact, 'sessions' | 'accessRequests' | 'invitations'>

export type Verb = '锁定' | '停用' | '删除'
const dependentLines = ({ sessions, accessRequests, invitations }: Dependents, verb: Verb, handover: string) => [
  ...(sessions > 0 ? [`${sessions} 处登录将立即退出，未保存的内容会丢失`] : []),
  ...(accessRequests > 0
    ? [`${accessRequests} 条待处理的权限申请${verb === '删除' ? '不再显示，恢复后重新出现' : '仍待处理'}`]
    : []),
  ...(invitations > 0 ? [`发出的 ${invitations} 个邀请码仍然有效${verb === '删除' ? handover : ''}`] : []),
]
const rolesLine = (roles: readonly string[], verb: Verb) =>
  roles.length > 0 ? [`${verb === '删除' ? '删除后不能使用' : '暂时不能使用'}角色：${roles.join('、')}`] : []

const confirmAgainText = (verb: Verb) => `确认无误后，再次点击“${verb}”。`

const maxShownNames = 3
const summarizeNames = (names: readonly string[]) =>
  names.length > maxShownNames + 1
    ? `${names.slice(0, maxShownNames).join('、')}等 ${names.length} 个用户`
    : names.join('、')

const refusalLines = ({ refused }: BatchImpact, nameOf: (id: string) => string) =>
  [...Map.groupBy(refused, ({ msg }) => msg)].map(
    ([msg, of]) => `${msg}：${summarizeNames(of.map(({ id }) => nameOf(id)))}`,
  )

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
        lines={[...rolesLine(impact.roles, verb), ...dependentLines(impact, verb, '，可移交给他人')]}
      />
      <p>{confirmAgainText(verb)}</p>
    </div>
  )

type BatchImpactCardProps = {
  impact: BatchImpact | undefined
  verb: Verb
  /** Name of a user. */
  nameOf: (id: string) => string
}

/** Impact on several users, and the users that are skipped. */
export const BatchImpactCard = ({ impact, verb, nameOf }: BatchImpactCardProps) => {
  if (!impact) return undefined
  const roles = impact.roles.map(({ name, users }) => `${name}（${users} 人）`)
  const lines = [...rolesLine(roles, verb), ...dependentLines(impact, verb, '')]
  const affected = impact.total - impact.refused.length
  return (
    <div role="alert" className="user-impact">
      <ImpactLines title={affected > 0 ? `将${verb} ${affected} 个用户` : `没有可${verb}的用户`} lines={lines} />
      {impact.refused.length > 0 && (
        <ImpactLines title={`${impact.refused.length} 个用户不能${verb}`} lines={refusalLines(impact, nameOf)} />
      )}
      <p>{affected > 0 ? confirmAgainText(verb) : '请取消后重新选择。'}</p>
    </div>
  )
}
