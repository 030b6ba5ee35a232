import type { Db } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import { accessRepository } from './access.repository.ts'
import { companyAdmin } from './company-admin.ts'
import { idsIn, menuTree } from './menu-tree.ts'
import { menuSeeds } from './menus.ts'
import { rowScopesRepository } from './row-scopes.repository.ts'
import { mergeMenus } from './sync-menus.ts'

export { covers, type RoleRights, sees } from './covers.ts'
export { type Giving, givingOf } from './giving.ts'
export { rowsOf } from './row-scopes.ts'
export { type GivingRole, wornRolesRepository as wornRoles } from './worn-roles.repository.ts'

export const rolesOf = accessRepository.roles
/** The names of the roles that show chosen data in these organisations, named by their paths, or below. */
export const rolesReaching = rowScopesRepository.reaching
/** The code of every right there is. */
export const everyElement = accessRepository.elements

type Rights = {
  permissions: Actor['permissions']
  /** In how many seconds a role of his begins or ends by itself; null when none does. */
  changesIn: number | null
}
/** What somebody may do now, and how long that stands if nobody changes it. */
export const rightsOf = async (db: Db, companyId: string, userId: string): Promise<Rights> => {
  const { everything, elements, changesIn } = await accessRepository.permissions(db, companyId, userId)
  return { permissions: everything ? 'everything' : new Set(elements), changesIn }
}

/** Module → operations, as the wire carries them. */
const byModule = (elements: readonly string[]) => {
  const modules: Record<string, string[]> = {}
  for (const code of elements) {
    const [module = '', operation = ''] = code.split(':')
    modules[module] ??= []
    modules[module].push(operation)
  }
  return modules
}

/**
 * Menus and operations together, with a version that changes when either does. Read, not believed: whoever was told that
 * something changed may ask a node that has not noticed yet.
 */
export const grantsOf = async (db: Db, actor: Actor) => {
  const granted = await accessRepository.granted(db, actor)
  const [menus, modules] = [menuTree(granted.menus), byModule(granted.elements)]
  const shown = idsIn(menus)
  const home = granted.homes.find((id) => shown.has(id)) ?? null
  return {
    menus,
    modules,
    home,
    grantVersion: digest(JSON.stringify([menus, modules, home]))
      .toString('base64url')
      .slice(0, 16),
  }
}

/** Writes down the menus the product brings. */
export const syncMenus = (db: Db): Promise<void> => mergeMenus(db, menuSeeds)

/** Gives somebody the role that holds everything. */
export const makeRoot = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const { id } = await accessRepository.ensureRootRole(db, companyId, '平台超级管理员')
  await accessRepository.assignRole(db, companyId, userId, id)
}

/** Gives those who look after companies what this version of the product means them to hold. Safe to repeat. */
export const alignCompanyAdmins = (db: Db): Promise<void> =>
  accessRepository.alignRole(db, companyAdmin.code, companyAdmin.held)

/** Gives the first user of a new company the role that looks after it. */
export const makeCompanyAdmin = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const { code, name, held } = companyAdmin
  const id = await accessRepository.addRole(db, { companyId, code, name }, held)
  await accessRepository.assignRole(db, companyId, userId, id)
}
