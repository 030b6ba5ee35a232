import { lazy } from 'react'

/** Offers to send the breadcrumbs of a failed or refused call, by its trace id. */
export const AttachBreadcrumbs = lazy(async () => ({
  default: (await import('../features/audit/failures/attach-breadcrumbs.tsx')).AttachBreadcrumbs,
}))
