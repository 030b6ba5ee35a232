import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'

/** Orders applications by when they were opened last, newest first. */
export const byLastUse = (one: PortalApp, other: PortalApp): number =>
  (other.lastTime ?? '').localeCompare(one.lastTime ?? '')
