import {
  type OrganizationMember,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { GrantImpactCard } from '../../access/authorization/public/grant-impact-card.tsx'
import { peopleHeadline } from '../../access/authorization/public/use-people-impact.ts'
import { affected } from './affected-reads.ts'

/** Asks for confirmation of removing a member from an organisation. */
export const RemoveMember = ({ member, onClosed }: { member: OrganizationMember; onClosed: () => void }) => {
  const { id, organization: from } = member
  const request = { params: { id: from.id }, body: { remove: [id] } }
  const { impact, busy, answer } = useImpactPreview(organizationsContract.changeMembers, request, affected, onClosed)
  if (!impact || busy) return null
  return (
    <GrantImpactCard
      title={t('将“{member}”移出“{name}”？', { member: userName(member), name: from.name })}
      confirm={t('移出')}
      impact={impact}
      headline={peopleHeadline(impact)}
      showsCounts={false}
      onAnswer={answer}
    >
      <p>{t('账号仍然保留；按组织划分的数据范围立即变更。')}</p>
    </GrantImpactCard>
  )
}
