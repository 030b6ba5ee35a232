import {
  type MemberRow,
  roleMembersContract,
} from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { GrantImpactCard } from '../../access/authorization/public/grant-impact-card.tsx'
import { peopleHeadline } from '../../access/authorization/public/use-people-impact.ts'
import { affectedReads } from './affected-reads.ts'

/** Names a single member, and counts several. */
const question = (name: string, members: readonly MemberRow[]) => {
  const [only, ...others] = members
  return only && others.length === 0
    ? t('从“{name}”移除“{member}”？', { name, member: userName(only) })
    : t('从“{name}”移除 {count} 个成员？', { name, count: members.length })
}

type RemoveMembersProps = { role: RoleRow; members: readonly MemberRow[]; onMade: () => void; onClosed: () => void }
/** Impact of removing members from a role. */
export const RemoveMembers = ({ role: { id, name }, members, onMade, onClosed }: RemoveMembersProps) => {
  const request = { params: { id }, body: { remove: members.map((member) => member.id) } }
  const { impact, busy, answer } = useImpactPreview(
    roleMembersContract.changeMembers,
    request,
    affectedReads,
    (made) => {
      if (made) onMade()
      onClosed()
    },
  )
  if (!impact || busy) return null
  return (
    <GrantImpactCard
      title={question(name, members)}
      confirm={t('移除')}
      impact={impact}
      headline={peopleHeadline(impact)}
      showsCounts
      onAnswer={answer}
    />
  )
}
