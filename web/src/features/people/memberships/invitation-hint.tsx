import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { HintLine } from '../../../ui/hint-line.tsx'

/** Open invitations of the user. `path`: where they are answered. */
export const InvitationHint = ({ path }: { path: string }) => {
  const { data } = useRead(membershipsContract.own, {}, { toasts: false })
  const [first, ...others] = data?.invitations ?? []
  if (!first) return null
  return (
    <HintLine>
      <span>{others.length > 0 ? `有 ${others.length + 1} 份邀请待您答复` : `“${first.company}”邀请您加入`}</span>
      <Link to={path}>去答复</Link>
    </HintLine>
  )
}
