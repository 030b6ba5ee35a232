import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { useGrantedModules } from './granted-modules.ts'

/** What is kept from the signed-in person: `users.phone` → how. The server keeps it; this tells why something is not there. */
export const useRestrictions = (): Restrictions => useGrantedModules(({ fields }) => fields)
