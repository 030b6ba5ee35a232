import type { FieldRestriction } from '@atrium/contract/kernel/restrictions.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { accessRepository } from './access.repository.ts'
import { type PlanCeiling, planCeilingRepository } from './plan-ceiling.repository.ts'

type Rights = {
  permissions: Actor['permissions']
  /** What the roles grant, including what the plan withholds. */
  heldPermissions: Actor['permissions']
  plan: PlanCeiling | undefined
  /** Custom fields that the user's roles leave out. */
  limitedFields: readonly FieldRestriction[]
  /** Seconds until a role assignment starts or expires; null if none does. */
  changesIn: number | null
}
/** Effective permissions, those granted by roles, and the plan of the company acted in, which may hold less. */
export type HeldRights = Pick<Rights, 'permissions' | 'heldPermissions' | 'plan'>
/** A user's current rights, and how long they stay valid without a change. */
export const readRights = async (db: Db, companyId: string, userId: string): Promise<Rights> => {
  const [{ everything, elements, changesIn, restrictions }, plan] = await Promise.all([
    accessRepository.permissions(db, companyId, userId),
    planCeilingRepository.ofCompany(db, companyId),
  ])
  const heldPermissions = everything ? 'everything' : new Set(elements)
  const limitedFields = everything ? [] : restrictions
  return { permissions: limitToPlan(plan, heldPermissions), heldPermissions, plan, changesIn, limitedFields }
}
const limitToPlan = (plan: PlanCeiling | undefined, held: Actor['permissions']): Actor['permissions'] => {
  if (!plan) return held
  return new Set(plan.elements.filter((code) => held === 'everything' || held.has(code)))
}
/** Custom fields that no one has without a role of the company. */
export const readLimitedFields = accessRepository.limitedFields

const emptyPlan: PlanCeiling = { name: '无', elements: [], menus: [], off: [] }
/** Rights of a guest: their rights at home limited to the visited company's plan; none if it has no plan. */
export const guestRights = (heldPermissions: Actor['permissions'], ceiling: PlanCeiling | undefined) => {
  const plan = ceiling ?? emptyPlan
  return { permissions: limitToPlan(plan, heldPermissions), heldPermissions, plan }
}
