import type { securityState } from '@atrium/contract/features/identity/security/security.contract.ts'
import type * as z from 'zod/mini'

export type SecurityState = z.output<typeof securityState>

/** Props of drawers opened from items. */
export type DrawerProps = { state: SecurityState; onClosed: () => void }

/** Whether sign-in requires more than the password. A passkey alone does not require one. */
export const hasSecondStep = ({ totp, sms }: Pick<SecurityState, 'totp' | 'sms'>): boolean => totp || sms

/** Whether this is the only second step: turning it off removes recovery codes and trusted browsers. */
export const isLastSecondStep = (item: 'totp' | 'sms', state: SecurityState): boolean =>
  !hasSecondStep({ ...state, [item]: false })
