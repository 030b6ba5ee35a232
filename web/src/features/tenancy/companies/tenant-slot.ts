import { type ComponentType, createContext } from 'react'

/** Shows the tenant of a company: given from above, as tenants are a feature of their own. */
export const TenantSlot = createContext<ComponentType<{ companyId: string }>>(() => null)
