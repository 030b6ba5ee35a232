import * as z from 'zod/mini'
import { autocompleteParams, autocompleteQuery, optionsWith } from '../../../kernel/autocomplete.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams, moment, nothing, person, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { visibleRows } from '../../access/authorization/visible-rows.ts'
import { inScope, withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { requestedRoles } from './assignments.ts'
import { reference, roleReference } from './users.contract.ts'

export const assignedRole = z.object({
  roleId: z.string(),
  name: productText(),
  startTime: z.nullable(moment),
  expireTime: z.nullable(moment),
  reason: z.string(),
  /** Organisation scope of the assignment; null for the user's own organisations. */
  anchor: z.nullable(reference),
  /** The data scope depends on organisations, so an organisation scope can be set. */
  anchorable: z.boolean(),
  grantBy: z.nullable(person),
  grantTime: z.nullable(moment),
  /** Started and not expired. */
  inForce: z.boolean(),
  /** The caller can grant and revoke it: it has no rights beyond theirs. */
  grantable: z.boolean(),
})
export type AssignedRole = z.output<typeof assignedRole>
export const roleModes = ['replace', 'add', 'remove'] as const
export const userRoles = z.object({
  roles: requestedRoles,
  mode: z._default(z.enum(roleModes), 'replace'),
  version,
})
export type UserRoles = z.output<typeof userRoles>

/**
 * An assigned role that grants a right. `from`: the ancestor role it inherits the right from, null if it holds it
 * itself.
 */
const rightSource = z.extend(roleReference, {
  from: z.nullable(reference),
  /** The organisation that grants the role to its members; null for direct assignments. */
  org: z.nullable(reference),
  /** Organisation scope of the assignment. */
  anchor: z.nullable(reference),
})

/** A page that a held right opens, for users of a role that holds its menu, too. */
const openedPage = z.extend(roleReference, {
  /** Names of the groups above it, outermost first. */
  above: z.array(productText()),
  /** Codes of the held elements that it needs, any one of them. */
  needs: z.array(z.string()),
  /** Ids of the assigned roles that hold its menu. */
  via: z.array(z.string()),
})

export const userRolesContract = defineContract('sysUsers', {
  roles: {
    method: 'GET',
    path: '/api/sys/users/:id/roles/v1',
    summary: 'List the roles a user holds, with start and expiry',
    access: permitted('roles'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      assigned: z.array(assignedRole),
      /** Roles held through membership in organisations. */
      byOrganization: z.array(z.extend(roleReference, { organization: reference })),
      version: z.int(),
    }),
  },
  offeredRoles: {
    method: 'GET',
    path: '/api/sys/users/roles/auto/:id/v1',
    summary: 'Find assignable roles by name, for an autocomplete field; the selected one (0: none) comes first',
    access: permitted('roles'),
    reach: 'company',
    params: autocompleteParams,
    query: autocompleteQuery,
    reply: optionsWith(z.object({ grantable: z.boolean(), anchorable: z.boolean() }), productText()),
  },
  assignRoles: {
    method: 'PUT',
    path: '/api/sys/users/:id/roles/v1',
    summary: 'Assign and revoke roles of a user, within the caller’s own rights; previews what is gained and lost',
    access: permitted('roles'),
    reach: 'company',
    audit: { event: 'user.rolesChanged' },
    params: idParams,
    body: userRoles,
    namesUsers: 'inRowScope',
    impact: grantImpact,
    reply: nothing,
    ids: { 'params.id': inScope('user'), 'body.roles.roleId': withinOwnRights, 'body.roles.orgId': withinOwnRights },
  },
  effective: {
    method: 'GET',
    path: '/api/sys/users/:id/effective/v1',
    summary: 'Read a user’s effective rights and row scope, with the roles they come from',
    access: permitted('get'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      everything: z.boolean(),
      /** By the code of the module. */
      modules: z.record(
        z.string(),
        z.array(z.object({ operation: z.string(), name: productText(), via: z.array(rightSource) })),
      ),
      /** Names of these modules by code. */
      names: z.record(z.string(), productText()),
      /** Pages that need one of these rights, in the order of the sidebar. */
      pages: z.array(openedPage),
      rows: visibleRows,
    }),
  },
})
