import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/scope.ts'
import { accessRepository } from './access.repository.ts'
import { planCeilingRepository } from './plan-ceiling.repository.ts'
import type { ProductRoles } from './product-roles.ts'

const assertCodeFree = (roleId: string | undefined): string => {
  if (roleId === undefined) throw new AppError(rolesErrors.codeTaken)
  return roleId
}

/** Assigns the role that holds everything. */
export const assignRootRole = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const root = { companyId, code: 'platform-root', name: '平台超级管理员', everything: true }
  await accessRepository.assignRole(
    db,
    companyId,
    userId,
    assertCodeFree(await accessRepository.ensureBuiltin(db, root)),
  )
}

/** Creates the built-in roles with the rights of this version of the product. */
export const createBuiltinRoles = ({ companyAdmin, companyAuditor, platformRoles, readOnlyMenus }: ProductRoles) => ({
  /**
   * Creates the built-in roles of the operator's company besides root and sets their rights for this version. Idempotent.
   */
  async alignPlatformRoles(db: Db, companyId: string): Promise<void> {
    for (const { rights, ...role } of platformRoles) {
      const roleId = await accessRepository.ensureBuiltin(db, { companyId, ...role })
      if (roleId !== undefined) await accessRepository.setRights(db, { companyId, roleId }, rights)
    }
  },

  /**
   * Assigns the company administrator role, which holds everything in the company's plan; creates it and the auditor role
   * if missing. Idempotent.
   * @throws `codeTaken` if a custom role uses its code
   */
  async assignCompanyAdmin(db: Db, companyId: string, userId: string): Promise<void> {
    const topId = await planCeilingRepository.findTenant(db, companyId)
    const plan = await planCeilingRepository.ofCompany(db, companyId)
    const [adminRoleId] = await Promise.all(
      [companyAdmin, companyAuditor].map(async ({ rights, ...role }) => {
        const roleId = await accessRepository.ensureBuiltin(db, { companyId, ...role })
        if (roleId !== undefined && !plan) await accessRepository.setRights(db, { companyId, roleId }, rights)
        return roleId
      }),
    )
    if (topId !== undefined && plan) await planCeilingRepository.align(db, { topId }, plan, readOnlyMenus)
    await accessRepository.assignRole(db, companyId, userId, assertCodeFree(adminRoleId))
  },
})
