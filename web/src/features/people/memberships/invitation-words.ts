import {
  type MembershipInvitationRow,
  membershipInvitationStates,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'

type State = MembershipInvitationRow['state']

/** Labels of the invitation states. */
export const stateNames: Record<State, string> = {
  open: '待答复',
  accepted: '已加入',
  declined: '已婉拒',
  lapsed: '已过期',
}
export const stateTones = { open: 'accent', accepted: 'good', declined: 'plain', lapsed: 'plain' } as const
export const stateOptions = membershipInvitationStates.map((state) => ({ value: state, label: stateNames[state] }))
