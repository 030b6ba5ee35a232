import type { MenuNode } from '@atrium/contract/features/session/session.contract.ts'
import { contracts } from '@atrium/contract/index.ts'
import { type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import { accessRepository } from './access.repository.ts'
import { companyAdmin } from './company-admin.ts'
import { menuTree } from './menu-tree.ts'
import { menuSeeds } from './menus.ts'
import { syncMenus } from './sync-menus.ts'

export const rolesOf = accessRepository.roles

export const permissionsOf = async (db: Db, companyId: string, userId: string): Promise<Actor['permissions']> => {
  const { everything, elements } = await accessRepository.permissions(db, companyId, userId)
  return everything ? 'everything' : new Set(elements)
}

export const menusOf = async (db: Db, { companyId, userId, permissions }: Actor): Promise<MenuNode[]> =>
  menuTree(await accessRepository.menus(db, companyId, userId, permissions === 'everything'))

/** Module → operations, as the wire carries them. */
export const modulesOf = async (db: Db, { permissions }: Actor): Promise<Record<string, string[]>> => {
  const held = permissions === 'everything' ? await accessRepository.elements(db) : [...permissions]
  const modules: Record<string, string[]> = {}
  for (const code of held) {
    const [module = '', operation = ''] = code.split(':')
    modules[module] = [...(modules[module] ?? []), operation]
  }
  return modules
}

/** Menus and operations together, with a version that changes when either does. */
export const grantsOf = async (db: Db, actor: Actor) => {
  const [menus, modules] = await Promise.all([menusOf(db, actor), modulesOf(db, actor)])
  return {
    menus,
    modules,
    grantVersion: digest(JSON.stringify([menus, modules]))
      .toString('base64url')
      .slice(0, 16),
  }
}

/** Writes down what the code declares: every permission an endpoint asks for, and the menus the product brings. */
export const syncCatalogue = async (db: Db): Promise<void> => {
  const endpoints: Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract))
  const codes = [...new Set(endpoints.map(permissionOf).filter((code) => code !== undefined))].sort()
  await accessRepository.upsertElements(
    db,
    codes.map((code) => {
      const [module = '', operation = ''] = code.split(':')
      return { code, module, operation }
    }),
  )
  await syncMenus(db, menuSeeds)
}

/** Gives somebody the role that holds everything. */
export const makeRoot = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const { id } = await accessRepository.ensureRootRole(db, companyId, '平台超级管理员')
  await accessRepository.assignRole(db, companyId, userId, id)
}

/** Gives the first user of a new company the role that looks after it. */
export const makeCompanyAdmin = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const { code, name, held } = companyAdmin
  const id = await accessRepository.addRole(db, { companyId, code, name }, held)
  await accessRepository.assignRole(db, companyId, userId, id)
}
