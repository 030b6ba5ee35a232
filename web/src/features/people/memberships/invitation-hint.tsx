import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { HintLine } from '../../../ui/hint-line.tsx'
import { t } from '../../../ui/texts.ts'

/** Open invitations of the user. `path`: where they are answered. */
export const InvitationHint = ({ path }: { path: string }) => {
  const { data } = useRead(membershipsContract.own, {}, { toasts: false })
  const [first, ...others] = data?.invitations ?? []
  if (!first) return null
  return (
    <HintLine>
      <span>
        {others.length > 0
          ? t('有 {count} 份邀请待您答复', { count: others.length + 1 })
          : t('“{company}”邀请您加入', { company: first.company })}
      </span>
      <Link to={path}>{t('去答复')}</Link>
    </HintLine>
  )
}
