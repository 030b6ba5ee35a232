/** Changes of the core that modules may stand before, and hear of after. Each shows its impact first. */
export type HookedEvent =
  | 'user.locked'
  | 'user.disabled'
  | 'user.removed'
  | 'company.locked'
  | 'tenant.suspended'
  | 'tenant.closed'
  | 'organization.removed'
