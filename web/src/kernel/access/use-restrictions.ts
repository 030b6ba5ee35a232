import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { useGrants } from './grants.ts'

/**
 * Field restrictions of the signed-in user, for example by `users.phone`. The server enforces them; the console
 * explains them.
 */
export const useRestrictions = (): Restrictions => useGrants(({ fields }) => fields)
