import {
  type MembershipInvitationRow,
  membershipInvitationStates,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { t } from '../../../ui/texts.ts'

type State = MembershipInvitationRow['state']

/** Labels of the invitation states. */
export const stateNames: Record<State, string> = {
  open: t('待答复'),
  accepted: t('已加入'),
  declined: t('已婉拒'),
  lapsed: t('已过期'),
}
export const stateTones = { open: 'accent', accepted: 'good', declined: 'plain', lapsed: 'plain' } as const
export const stateOptions = membershipInvitationStates.map((state) => ({ value: state, label: stateNames[state] }))
