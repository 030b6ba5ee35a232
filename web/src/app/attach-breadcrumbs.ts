import { lazy } from 'react'

/** Offers to send what the browser did before a call failed or was refused. In: its trace id. */
export const AttachTrail = lazy(async () => ({
  default: (await import('../features/operation-logs/attach-trail.tsx')).AttachTrail,
}))
