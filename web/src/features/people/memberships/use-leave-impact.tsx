import type { MembershipImpact } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { ImpactDialog, ImpactLines } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { useConfirmCard } from '../../../ui/use-confirm-card.tsx'

const lossLines = ({ roles, organizations, sessions, current }: MembershipImpact): string[] => [
  ...(roles.length > 0 ? [t('不再拥有角色：{roles}', { roles: listText(roles) })] : []),
  ...(organizations.length > 0 ? [t('不再属于组织：{organizations}', { organizations: listText(organizations) })] : []),
  ...(current ? [t('您当前在该公司中，退出后需重新登录')] : []),
  ...(!current && sessions > 0 ? [t('在该公司的 {sessions} 处登录将立即退出，未保存的内容会丢失', { sessions })] : []),
  t('不能再进入该公司，须由对方重新邀请'),
]

/**
 * Asks for confirmation of leaving a company.
 * @returns the dialog to render and `confirms` for the write
 */
export const useLeaveImpact = () => {
  const [card, ask] = useConfirmCard()
  const confirms = (impact: MembershipImpact) =>
    ask((onAnswer) => (
      <ImpactDialog
        title={t('退出“{company}”？', { company: impact.company })}
        confirm={t('退出公司')}
        danger
        onAnswer={onAnswer}
      >
        <ImpactLines lines={lossLines(impact)} />
      </ImpactDialog>
    ))
  return [card, confirms] as const
}
