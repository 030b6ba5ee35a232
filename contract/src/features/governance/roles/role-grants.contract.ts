import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { id, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { fieldEffects } from '../../../kernel/restrictions.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { dataRules } from '../../access/row-scopes/data-rules.ts'
import { withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { dataScope, ids, read, write } from './roles.contract.ts'

const maxGranted = 5000

/**
 * Why the caller cannot change a cell: they lack the right themselves, the role inherits it, or the company's plan
 * excludes it.
 */
export const lockReasons = ['ceiling', 'inherited', 'plan'] as const
const cell = {
  checked: z.boolean(),
  /**
   * Null: editable. `ceiling`: the caller lacks it; `inherited`: granted by an ancestor; `plan`: excluded by the
   * company's plan.
   */
  locked: z.nullable(z.enum(lockReasons)),
}
export type GrantedMenu = {
  id: string
  name: string
  icon: string
  checked: boolean
  half: boolean
  locked: (typeof lockReasons)[number] | null
  needs: string[]
  gated: boolean
  children: GrantedMenu[]
}
const grantedMenu: z.ZodMiniType<GrantedMenu> = z.object({
  id: z.string(),
  name: productText(),
  icon: z.string(),
  ...cell,
  /** Some descendants are granted, but not all. */
  half: z.boolean(),
  /** Ids of elements; without at least one of them the menu is hidden or shows nothing. */
  needs: z.array(z.string()),
  /** The menu is hidden without one of them: its elements were configured. */
  gated: z.boolean(),
  get children() {
    return z.array(grantedMenu)
  },
})
export const grantedModule = z.object({
  moduleId: z.string(),
  code: z.string(),
  name: productText(),
  elems: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: productText(),
      risk: z.enum(['low', 'mid', 'high']),
      /** Effect of an element of kind `field` on users without it. */
      effect: z.nullable(z.enum(fieldEffects)),
      ...cell,
      /** Number of APIs it opens. */
      apis: z.int(),
    }),
  ),
})
export type GrantedModule = z.output<typeof grantedModule>

/** What a role grants itself, inherited grants excluded. */
const grants = {
  menus: ids(maxGranted),
  elems: ids(maxGranted),
  dataScope,
  dataOrgIds: ids(1000),
  rules: dataRules,
  /** Roles its assignees may assign; empty: limited only by their own rights. */
  assignable: ids(1000),
  /** Landing page of its assignees after sign-in. */
  home: z.nullable(id),
}
export const roleGrants = z.object({
  ...grants,
  version: z.int(),
  /** Data scopes that the caller can grant. */
  grantableScopes: z.array(dataScope),
})
export type RoleGrants = z.output<typeof roleGrants>
export const roleGrantsWrite = z.object({ ...grants, version })
export type RoleGrantsWrite = z.output<typeof roleGrantsWrite>

export const roleGrantsContract = defineContract('sysRoles', {
  menus: {
    ...read,
    path: '/api/sys/roles/:id/menus/v1',
    summary: 'Read the menu tree, marking the menus a role grants',
    access: permitted('list'),
    reply: z.array(grantedMenu),
  },
  elements: {
    ...read,
    path: '/api/sys/roles/:id/elems/v1',
    summary: 'Read the elements by module, marking those a role grants',
    access: permitted('list'),
    reply: z.array(grantedModule),
  },
  grants: {
    ...read,
    path: '/api/sys/roles/:id/grants/v1',
    summary: 'Read everything a role grants itself, without inherited rights',
    access: permitted('list'),
    reply: roleGrants,
  },
  updateMenus: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/menus/v1',
    summary: 'Replace the menus a role grants, within the caller’s own rights',
    access: permitted('grants'),
    audit: { event: 'role.menusChanged' },
    body: z.object({ ids: ids(maxGranted), version }),
  },
  updateElements: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/elems/v1',
    summary: 'Replace the elements a role grants; previews who gains and loses what',
    access: permitted('grants'),
    audit: { event: 'role.elementsChanged' },
    body: z.object({ ids: ids(maxGranted), version }),
    namesUsers: 'inRowScope',
    impact: grantImpact,
  },
  updateGrants: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/grants/v1',
    summary: 'Replace all grants of a role in one call; previews who gains and loses what',
    access: permitted('grants'),
    audit: { event: 'role.grantsChanged' },
    body: roleGrantsWrite,
    namesUsers: 'inRowScope',
    impact: grantImpact,
    ids: { 'params.id': withinOwnRights, 'body.dataOrgIds': withinOwnRights, 'body.assignable': withinOwnRights },
  },
})
