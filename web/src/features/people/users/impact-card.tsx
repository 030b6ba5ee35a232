import type { BatchImpact } from '@atrium/contract/features/people/users/user-batch.contract.ts'
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

const maxShownNames = 3
const summarizeNames = (names: readonly string[]) =>
  names.length > maxShownNames + 1
    ? `${names.slice(0, maxShownNames).join('、')}等 ${names.length} 个用户`
    : names.join('、')

const summarizeRights = (names: readonly string[]) =>
  names.length > maxShownNames + 1 ? `${names.slice(0, maxShownNames).join('、')} 等` : names.join('、')

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
        lines={[
          ...rolesLine(impact.roles, verb === '删除'),
          ...dependentLines(impact, verb === '删除', '，可移交给他人'),
        ]}
      />
      <p>{confirmAgainText(verb)}</p>
    </div>
  )

type Grants = NonNullable<BatchImpact['grants']>
const rightsLine = (users: number, rights: Grants['gained'], verb: '获得' | '失去') =>
  users > 0
    ? [`${users} 个用户${verb} ${rights.length} 项权限：${summarizeRights(rights.map(({ name }) => name))}`]
    : []
const grantLines = ({ gainingUsers, losingUsers, gained, lost }: Grants) => {
  const lines = [...rightsLine(gainingUsers, gained, '获得'), ...rightsLine(losingUsers, lost, '失去')]
  return lines.length > 0 ? lines : ['可用的权限不变']
}

export type BatchWords = {
  /** What is done to how many users. */
  title: (users: number) => string
  /** Ends “没有可…的用户” and “… 个用户不能…”. */
  verb: string
  /** Label of the button to click again. */
  button: string
}
/** Words of an action that is a verb with the user as its object. */
export const wordsOf = (verb: Verb): BatchWords => ({
  title: (users) => `将${verb} ${users} 个用户`,
  verb,
  button: verb,
})

type BatchImpactCardProps = {
  impact: BatchImpact | undefined
  words: BatchWords
  /** Name of a user. */
  nameOf: (id: string) => string
}

/** Impact on several users, and the users that are skipped. */
export const BatchImpactCard = ({ impact, words, nameOf }: BatchImpactCardProps) => {
  if (!impact) return undefined
  const { title, verb, button } = words
  const ended = impact.roles.map(({ name, users }) => `${name}（${users} 人）`)
  const isRemoval = verb === '删除'
  const lines = [
    ...rolesLine(ended, isRemoval),
    ...dependentLines(impact, isRemoval, ''),
    ...(impact.grants ? grantLines(impact.grants) : []),
  ]
  const affected = impact.total - impact.refused.length
  return (
    <div role="alert" className="user-impact">
      <ImpactLines title={affected > 0 ? title(affected) : `没有可${verb}的用户`} lines={lines} />
      {impact.refused.length > 0 && (
        <ImpactLines title={`${impact.refused.length} 个用户不能${verb}`} lines={refusalLines(impact, nameOf)} />
      )}
      <p>{affected > 0 ? confirmAgainText(button) : '请取消后重新选择。'}</p>
    </div>
  )
}
