import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { nothing } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { cardLayout } from './cards.ts'

const maxIds = 100
/** Pages whose visits are kept. */
export const maxVisits = 50
const menuIds = z
  .array(z.uuid('菜单编号格式不正确'))
  .check(z.maxLength(maxIds, { error: () => t('最多 {maxIds} 项', { maxIds }) }))

/** How a user arranges their console. */
export const preferences = z.object({
  /** Ids of the sidebar groups that are open; null before the first choice. */
  openMenus: z.nullable(menuIds),
  /** Cards of the workbench; null: the default of the user's roles. */
  cards: z.nullable(cardLayout),
  /** Ids of the menus pinned to the workbench, in order. */
  pinned: menuIds,
  /** How often the user opened pages, by the menu's id: the most used ones. */
  visits: z.record(z.uuid('菜单编号格式不正确'), z.int().check(z.gte(1), z.lte(1_000_000))).check(
    z.refine((visits) => Object.keys(visits).length <= maxVisits, {
      error: () => t('最多 {maxVisits} 项', { maxVisits }),
    }),
  ),
})
export type Preferences = z.output<typeof preferences>

export const preferencesWrite = z.partial(preferences)
export type PreferencesWrite = z.output<typeof preferencesWrite>

const ownScope = { reach: 'platform', whileActing: 'home' } as const

/** A user's preferences, independent of the company they act in. */
export const preferencesContract = defineContract('sysPreferences', {
  read: {
    ...ownScope,
    method: 'GET',
    path: '/api/sys/preferences/v1',
    summary: 'Read how the caller arranges their console',
    access: signedInBecause('returns only data about the caller'),
    reply: preferences,
  },
  save: {
    ...ownScope,
    method: 'PUT',
    path: '/api/sys/preferences/v1',
    summary: 'Save the given preferences of the caller; the others stay',
    access: signedInBecause('changes only the caller’s own preferences'),
    audit: { none: 'preferences are personal and concern only the caller' },
    body: preferencesWrite,
    reply: nothing,
  },
})
