import type { securityState } from '@atrium/contract/features/security/security.contract.ts'
import type * as z from 'zod/mini'

export type SecurityState = z.output<typeof securityState>

/** What a drawer opened from one of the items is given. */
export type DrawerProps = { state: SecurityState; onClosed: () => void }

/** Whether signing in demands more than the password. A passkey alone demands nothing: it only will do where something is. */
export const hasSecondStep = ({ totp, sms }: Pick<SecurityState, 'totp' | 'sms'>): boolean => totp || sms

/** Whether this is the only second step: with it go the recovery codes and the trusted browsers. */
export const isLastSecondStep = (item: 'totp' | 'sms', state: SecurityState): boolean =>
  !hasSecondStep({ ...state, [item]: false })
