import * as z from 'zod/mini'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import { maxSearchLength } from '../../../kernel/fields.ts'
import { idParams, nothing } from '../../../kernel/listing.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'
import { portalSettings, portalSettingsWrite } from './portal-app-fields.ts'

const path = '/api/sys/apps'

/** How an application appears on the portal. */
export const appPortalContract = defineContract('openApps', {
  portal: {
    method: 'GET',
    path: `${path}/:id/portal/v1`,
    summary: 'Read whom an application is shown to, how it opens, and who decides on requests for it',
    access: permitted('list'),
    reach: 'company',
    namesUsers: unscopedBecause('an application names its approvers, whom others of the company ask about it'),
    params: idParams,
    reply: portalSettings,
  },
  updatePortal: {
    method: 'PUT',
    path: `${path}/:id/portal/v1`,
    summary: 'Set whom an application is shown to, how it opens, and who decides on requests for it',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'openAppPortal.updated' },
    params: idParams,
    body: portalSettingsWrite,
    reply: nothing,
    ids: { 'body.approverIds': asUnknown, 'body.targetIds': asUnknown },
  },
  portalTargets: {
    method: 'GET',
    path: `${path}/:id/portal/targets/v1`,
    summary: 'Find organisations or roles of the company by name, at most twenty',
    access: permitted('edit'),
    reach: 'company',
    params: idParams,
    query: z.object({
      audience: z.enum(['orgs', 'roles']),
      keyword: z._default(z.string().check(z.trim(), z.maxLength(maxSearchLength)), ''),
    }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  },
})
