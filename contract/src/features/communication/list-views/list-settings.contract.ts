import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'

const keys = z.array(z.string())
export const listSettings = z.object({
  /** The list's endpoint: `sysUsers.list`. */
  list: z.string(),
  /** Column keys in order. Unnamed columns keep their default position. */
  order: keys,
  hidden: keys,
  /** Query of the default view; empty without one, and during visits. */
  view: z.string(),
})
export type ListSettings = z.output<typeof listSettings>

/** Preferences of the caller's lists. Separate from the changes, because every console reads them at start. */
export const listSettingsContract = defineContract('sysViews', {
  settings: {
    method: 'GET',
    path: '/api/sys/view-settings/v1',
    summary: 'Read the caller’s list preferences and default views',
    access: signedInBecause('returns only data about the caller'),
    reach: 'platform',
    whileActing: 'home',
    reply: z.array(listSettings),
  },
})
