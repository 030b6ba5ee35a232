import type { UserImpact } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { concernLines, isRefused } from '../../../kernel/forms/concern-lines.ts'
import { t } from '../../../ui/texts.ts'
import './users.css'

type Dependents = Pick<UserImpact, 'sessions' | 'accessRequests' | 'invitations'>

const verbs = { lock: t('锁定'), disable: t('停用', { context: 'verb' }), remove: t('删除') } as const
type Verb = keyof typeof verbs
const dependentLines = ({ sessions, accessRequests, invitations }: Dependents, isRemoval: boolean) => [
  ...(sessions > 0 ? [t('{sessions} 处登录将立即退出，未保存的内容会丢失', { sessions })] : []),
  ...(accessRequests > 0
    ? [
        isRemoval
          ? t('{accessRequests} 条待处理的权限申请不再显示，恢复后重新出现', { accessRequests })
          : t('{accessRequests} 条待处理的权限申请仍待处理', { accessRequests }),
      ]
    : []),
  ...(invitations > 0
    ? [
        isRemoval
          ? t('发出的 {invitations} 个邀请码仍然有效，可移交给他人', { invitations })
          : t('发出的 {invitations} 个邀请码仍然有效', { invitations }),
      ]
    : []),
]
const rolesLine = (roles: readonly string[], isRemoval: boolean) =>
  roles.length > 0
    ? [
        isRemoval
          ? t('删除后不能使用角色：{roles}', { roles: listText(roles) })
          : t('暂时不能使用角色：{roles}', { roles: listText(roles) }),
      ]
    : []

const refusedText = (act: string) => t('处理后才能{act}。', { act })
const confirmAgainText = (button: string) => t('确认无误后，再次点击“{button}”。', { button })

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
        title={t('请确认影响')}
        lines={[
          ...rolesLine(impact.roles, verb === 'remove'),
          ...dependentLines(impact, verb === 'remove'),
          ...concernLines(impact.modules),
        ]}
      />
      <p>{isRefused(impact.modules) ? refusedText(verbs[verb]) : confirmAgainText(verbs[verb])}</p>
    </div>
  )
