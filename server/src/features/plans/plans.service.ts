import {
  type PlanCeiling,
  type PlanCeilingWrite,
  type PlanCreate,
  type PlanRow,
  type PlanUpdate,
  type PlanWrite,
  platformModules,
} from '@atrium/contract/features/plans/plans.contract.ts'
import { plansErrors } from '@atrium/contract/features/plans/plans.errors.ts'
import { quotasOf } from '@atrium/contract/features/plans/quotas.ts'
import { orNotFound, personOf, refuseDepth, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Db } from '../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { alignToCeiling } from '../access/index.ts'
import { refuseOthers } from '../companies/index.ts'
import { createForest, menus } from '../menus/index.ts'
import { registry } from '../registry/index.ts'
import type { SessionService } from '../session/index.ts'
import { ceilingCells } from './ceiling-cells.ts'
import { confirmCeiling, gainedIn } from './plan-effects.ts'
import { type Held, type PlansQuery, plansRepository as repository } from './plans.repository.ts'
import { isPlatformMenu } from './platform-menus.ts'

const audited = ({ name, code, desc, status, ...plan }: PlanRow) => ({ name, code, desc, status, ...quotasOf(plan) })

const refuseTaken = async (db: Db, plan: PlanWrite, except: string | null) => {
  const others = await repository.taken(db, plan, except)
  if (others.some(({ code }) => code === plan.code)) throw refusalAt(plansErrors.codeTaken, 'code')
  if (others.length > 0) throw refusalAt(plansErrors.nameTaken, 'name')
}

type Known = { elements: Awaited<ReturnType<typeof registry.elements>>; forest: ReturnType<typeof forestOf> }
const forestOf = (all: Awaited<ReturnType<typeof menus.all>>) => createForest(all)
const known = async (db: Db): Promise<Known> => ({
  elements: await registry.elements(db),
  forest: forestOf(await menus.all(db)),
})

/** What is wished, in the form it is kept in: with the menus above each. Throws for what is not there and what no company may hold. */
const asKept = ({ menus: wished, elems }: Held, { elements, forest }: Known): Held => {
  const there = new Map(elements.map((element) => [element.id, element]))
  for (const id of elems) {
    const element = there.get(id)
    if (!element) throw refusalAt(plansErrors.noSuchElement, 'elems')
    if (platformModules.includes(element.moduleCode)) throw refusalAt(plansErrors.platformOnly, 'elems')
  }
  const lines = wished.flatMap((id) => {
    const menu = forest.get(id)
    if (!menu) throw refusalAt(plansErrors.noSuchMenu, 'menus')
    if (isPlatformMenu(menu)) throw refusalAt(plansErrors.platformOnly, 'menus')
    return (forest.line(menu) ?? [menu]).map((each) => each.id)
  })
  return { elems: [...new Set(elems)].sort(), menus: [...new Set(lines)].sort() }
}

/** Plans, and the ceilings they set to what companies hold. */
export const createPlans = (sessions: SessionService) => {
  /** A plan, held until the transaction ends. */
  const taken = async ({ db, actor }: RequestScope, id: string) => {
    refuseOthers(actor)
    await repository.hold(db, id)
    return orNotFound(await repository.find(db, id))
  }

  return {
    async list({ db, actor }: RequestScope, query: PlansQuery) {
      refuseOthers(actor)
      refuseDepth(query)
      return repository.list(db, query)
    },
    async get({ db, actor }: RequestScope, id: string) {
      refuseOthers(actor)
      return orNotFound(await repository.find(db, id))
    },
    async create(scope: RequestScope, { template, ...plan }: PlanCreate) {
      const { db, actor } = scope
      refuseOthers(actor)
      await refuseTaken(db, plan, null)
      const like = template === null ? null : await repository.find(db, template)
      if (like === undefined) throw refusalAt(plansErrors.noSuchPlan, 'template')
      const id = await repository.insert(db, plan, personOf(scope))
      if (like) await repository.holdAs(db, id, like.id)
      const made = orNotFound(await repository.find(db, id))
      scope.note({ entityId: id, entityName: made.name, after: { ...audited(made), template: like?.name } })
      return { id }
    },
    async update(scope: RequestScope, id: string, { version, ...plan }: PlanUpdate) {
      const before = await taken(scope, id)
      refuseStale(before, version)
      if (before.builtin && plan.code !== before.code) throw refusalAt(plansErrors.builtinFixed, 'code')
      await refuseTaken(scope.db, plan, id)
      await repository.update(scope.db, id, plan, personOf(scope))
      const after = orNotFound(await repository.find(scope.db, id))
      scope.note({ entityId: id, entityName: after.name, before: audited(before), after: audited(after) })
      return null
    },
    async remove(scope: RequestScope, id: string) {
      const before = await taken(scope, id)
      if (before.builtin) throw new AppError(plansErrors.builtinFixed)
      if (before.companies > 0) throw new AppError(plansErrors.inUse)
      await repository.remove(scope.db, id)
      scope.note({ entityId: id, entityName: before.name, before: audited(before) })
      return null
    },

    async ceiling({ db, actor }: RequestScope, id: string): Promise<PlanCeiling> {
      refuseOthers(actor)
      const { version } = orNotFound(await repository.find(db, id))
      const { elements, forest } = await known(db)
      return { ...ceilingCells(forest, elements, await repository.held(db, id)), version }
    },
    /** Replaces the ceiling and brings the roles of all companies below it there, in one transaction. */
    async updateCeiling(scope: RequestScope, id: string, { version, ...wish }: PlanCeilingWrite) {
      const { db } = scope
      const plan = await taken(scope, id)
      if (plan.builtin) throw new AppError(plansErrors.builtinFixed)
      refuseStale(plan, version)
      const there = await known(db)
      const [before, after] = [await repository.held(db, id), asKept(wish, there)]
      await confirmCeiling(scope, { planId: id }, before, after)
      await repository.write(db, id, after, personOf(scope))
      await alignToCeiling(db, { planId: id }, await gainedIn(db, before, after))
      const told = ({ elems, menus: ids }: Held) => ({
        elems: there.elements.flatMap((each) => (elems.includes(each.id) ? each.code : [])),
        menus: ids.map((each) => there.forest.get(each)?.name ?? each),
      })
      scope.note({ entityId: id, entityName: plan.name, before: told(before), after: told(after) })
      scope.afterCommit(sessions.forgetAll)
      return null
    },
  }
}
export type Plans = ReturnType<typeof createPlans>
