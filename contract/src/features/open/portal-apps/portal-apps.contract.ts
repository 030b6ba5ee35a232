import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { maxSearchLength } from '../../../kernel/fields.ts'
import { id, nothing } from '../../../kernel/listing.ts'
import { consent, portalApp, ssoScopes } from './portal-app-fields.ts'

const path = '/front-api/sys'
const shown = signedInBecause('returns only applications that are shown to the caller')
const own = signedInBecause('reads and changes only what belongs to the caller')
// Applications of the operator are shown in other companies.
const reach = 'platform'

/** Applications as their users see them: those shown to the caller, opened by one click. */
export const portalAppsContract = defineContract('frontApps', {
  apps: {
    method: 'GET',
    path: `${path}/apps/v1`,
    summary: 'List the applications shown to the caller: favourites in their own order, then by category and name',
    access: shown,
    reach,
    query: z.object({
      category: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
      search: z._default(z.string().check(z.trim(), z.maxLength(maxSearchLength)), ''),
      only: z.optional(z.enum(['favorite', 'recent'])),
    }),
    reply: z.array(portalApp),
  },
  count: {
    method: 'GET',
    path: `${path}/apps/count/v1`,
    summary:
      'Count the caller’s applications and favourites, open invitations, requests for applications that wait for them, and unread notices',
    access: shown,
    // Notices are read within the caller's company, applications beyond it.
    reach: 'manual',
    reply: z.object({ total: z.int(), favorite: z.int(), pending: z.int(), approvals: z.int(), unread: z.int() }),
  },
  favoriteMenus: {
    method: 'GET',
    path: `${path}/menus/favorite/v1`,
    summary: 'List the ids of the caller’s favourite menus, in their own order',
    access: own,
    reach: 'company',
    reply: z.array(z.object({ id: z.string() })),
  },
  favorite: {
    method: 'PUT',
    path: `${path}/favorite/v1`,
    summary: 'Add a menu or an application to the caller’s favourites at a place, or remove it',
    access: own,
    reach,
    audit: { none: 'how a user arranges their own start page concerns nobody else' },
    quiet: true,
    body: z.object({
      kind: z.enum(['menu', 'app']),
      id,
      on: z.boolean(),
      /** Place among the favourites, from 0; absent: the last. */
      sort: z.optional(z.int().check(z.gte(0), z.lte(100))),
    }),
    reply: nothing,
  },
  consents: {
    method: 'GET',
    path: `${path}/grant/v1`,
    summary: 'List the applications the caller allows to learn more than their name',
    access: own,
    reach,
    reply: z.array(consent),
  },
  consent: {
    method: 'PUT',
    path: `${path}/grant/v1`,
    summary: 'Allow an application exactly what it asks for, or take the consent back; its open tickets end',
    access: own,
    reach,
    audit: { event: 'appConsent.changed' },
    body: z.object({
      appId: id,
      on: z.boolean(),
      scopes: z._default(z.array(z.enum(ssoScopes)).check(z.maxLength(ssoScopes.length)), []),
    }),
    reply: nothing,
  },
  login: {
    method: 'POST',
    path: `${path}/sso/login/v1`,
    summary: 'Open an application: its address with a ticket, or the consent it needs first',
    access: shown,
    reach,
    rate: { n: 60, per: 'minute' },
    audit: { event: 'appTicket.issued' },
    secretReply: true,
    quiet: true,
    body: z.object({ appId: id }),
    reply: z.object({
      url: z.nullable(z.string()),
      /** What it wants to learn; null if it may. */
      consent: z.nullable(z.object({ name: z.string(), company: z.string(), scopes: z.array(z.enum(ssoScopes)) })),
    }),
  },
})
