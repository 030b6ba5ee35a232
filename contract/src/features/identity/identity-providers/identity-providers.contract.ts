import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams, listQuery } from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'
import { withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { providerCreate, providerKinds, providerRow, providerUpdate } from './provider-fields.ts'

const path = '/api/sys/identity/providers'
const crud = crudEndpoints({
  noun: 'identityProvider',
  path,
  query: listQuery({ sortable: ['name', 'createTime'], filters: { kind: z.enum(providerKinds) } }),
  row: providerRow,
  create: providerCreate,
  update: providerUpdate,
})

/** What rules give to those who arrive. */
const mapped = { 'body.mapping.roleId': withinOwnRights, 'body.mapping.orgId': withinOwnRights }

export const identityProvidersContract = defineContract('sysIdentityProviders', {
  ...crud,
  create: { ...crud.create, ids: mapped },
  update: { ...crud.update, ids: mapped },
  remove: {
    ...crud.remove,
    summary: 'Delete an identity provider with its links; previews whom it signs in',
    impact: z.object({
      /** Linked people, who can no longer sign in by it. */
      people: z.int(),
      /** Live sessions, which end. */
      sessions: z.int(),
    }),
  },
  test: {
    method: 'POST',
    path: `${path}/:id/test/v1`,
    summary: 'Test whether an identity provider answers and knows the client',
    access: permitted('edit'),
    reach: 'manual',
    limit: { points: 20, seconds: 60 },
    audit: { event: 'identityProvider.tested' },
    quiet: true,
    params: idParams,
    reply: z.object({ ok: z.boolean(), detail: productSentence() }),
  },
})
