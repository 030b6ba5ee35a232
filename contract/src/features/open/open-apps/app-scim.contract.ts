import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { id, idParams, nothing } from '../../../kernel/listing.ts'
import { withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { scimSettings, scimTokenImpact, scimWrite } from './app-scim-fields.ts'
import { secretCreate } from './open-app-fields.ts'

const path = '/api/sys/apps/:id/scim'
const company = { reach: 'company' } as const

/** How an application provisions users of its company by SCIM 2.0. */
export const appScimContract = defineContract('openApps', {
  scim: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'Read how an application provisions users by SCIM, with its tokens by their last characters',
    access: permitted('list'),
    ...company,
    params: idParams,
    reply: scimSettings,
  },
  updateScim: {
    method: 'PUT',
    path: `${path}/v1`,
    summary: 'Set whether an application provisions users by SCIM, and which roles it sees as groups',
    access: permitted('scim'),
    ...company,
    audit: { event: 'openAppScim.updated' },
    params: idParams,
    body: scimWrite,
    reply: nothing,
    ids: { 'body.orgId': withinOwnRights, 'body.roleIds': withinOwnRights },
  },
  addScimToken: {
    method: 'POST',
    path: `${path}/tokens/v1`,
    summary: 'Create a SCIM token, shown once; the other may end after an overlap',
    access: permitted('scim'),
    ...company,
    audit: { event: 'openAppScimToken.created' },
    params: idParams,
    body: secretCreate,
    secretReply: true,
    quiet: true,
    reply: z.object({ id: z.string(), token: z.string(), hint: z.string() }),
  },
  revokeScimToken: {
    method: 'DELETE',
    path: `${path}/tokens/:sid/v1`,
    summary: 'End a SCIM token at once; previews when it was last used',
    access: permitted('scim'),
    ...company,
    audit: { event: 'openAppScimToken.revoked' },
    params: z.object({ id, sid: id }),
    impact: scimTokenImpact,
    reply: nothing,
  },
})
