import {
  type PlanCeiling,
  type PlanCeilingWrite,
  type PlanCreate,
  type PlanRow,
  type PlanUpdate,
  type PlanWrite,
  platformModules,
} from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { plansErrors } from '@atrium/contract/features/tenancy/plans/plans.errors.ts'
import { pickQuotas } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import {
  assertPageDepth,
  assertVersion,
  orNotFound,
  toAuthor,
  writeHandlers,
} from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type AskedOptions, findOptions } from '../../../kernel/db/find-options.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import { createForest, menus } from '../../access/menus/index.ts'
import { registry } from '../../access/registry/index.ts'
import { assertPlatformActor } from '../tenants/index.ts'
import { computeGains, confirmCeiling } from './plan-impact.ts'
import { type Ceiling, type PlansQuery, plansRepository as repository } from './plans.repository.ts'
import { isPlatformMenu } from './platform-menus.ts'
import { toPlanCeiling } from './to-plan-ceiling.ts'

const toAuditValues = ({ name, code, desc, status, ...plan }: PlanRow) => ({
  name,
  code,
  desc,
  status,
  ...pickQuotas(plan),
})

const crud = writeHandlers(repository, { audited: toAuditValues })

const assertNoDuplicates = async (db: Db, plan: PlanWrite, except: string | null) => {
  const others = await repository.findDuplicates(db, plan, except)
  if (others.some(({ code }) => code === plan.code)) throw refusalAt(plansErrors.codeTaken, 'code')
  if (others.length > 0) throw refusalAt(plansErrors.nameTaken, 'name')
}

type Catalog = { elements: Awaited<ReturnType<typeof registry.elements>>; forest: ReturnType<typeof buildForest> }
const buildForest = (all: Awaited<ReturnType<typeof menus.all>>) => createForest(all)
const readCatalog = async (db: Db): Promise<Catalog> => ({
  elements: await registry.elements(db),
  forest: buildForest(await menus.all(db)),
})

/**
 * Adds the ancestors of menus and removes duplicates.
 * @throws for unknown ids and for those of the platform only
 */
const normalizeCeiling = ({ menus: menuIds, elems }: Ceiling, { elements, forest }: Catalog): Ceiling => {
  const elementsById = new Map(elements.map((element) => [element.id, element]))
  for (const id of elems) {
    const element = elementsById.get(id)
    if (!element) throw refusalAt(plansErrors.noSuchElement, 'elems')
    if (platformModules.includes(element.moduleCode)) throw refusalAt(plansErrors.platformOnly, 'elems')
  }
  const menusWithAncestors = menuIds.flatMap((id) => {
    const menu = forest.get(id)
    if (!menu) throw refusalAt(plansErrors.noSuchMenu, 'menus')
    if (isPlatformMenu(menu)) throw refusalAt(plansErrors.platformOnly, 'menus')
    return (forest.withAncestors(menu) ?? [menu]).map((each) => each.id)
  })
  return { elems: [...new Set(elems)].sort(), menus: [...new Set(menusWithAncestors)].sort() }
}

export type PlansPorts = {
  sessions: SessionEnder
  authorization: Pick<Authorization, 'alignToCeiling' | 'productMenus'>
}
/** Plans, and the ceilings they set to the rights of companies. */
export const createPlans = ({ sessions, authorization }: PlansPorts) => {
  /** Locks a plan until the transaction ends. */
  const lockPlan = async ({ db, actor }: RequestScope, id: string) => {
    assertPlatformActor(actor)
    return orNotFound(await repository.findForUpdate(db, id))
  }

  return {
    async list({ db, actor }: RequestScope, query: PlansQuery) {
      assertPlatformActor(actor)
      assertPageDepth(query)
      return repository.list(db, query)
    },
    options({ db, actor }: RequestScope, id: string, asked: AskedOptions) {
      assertPlatformActor(actor)
      return findOptions(id, asked, repository.options(db))
    },

    async get({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      return orNotFound(await repository.find(db, id))
    },
    async create(scope: RequestScope, { template, ...plan }: PlanCreate) {
      const { db, actor } = scope
      assertPlatformActor(actor)
      await assertNoDuplicates(db, plan, null)
      const source = template === null ? null : await repository.find(db, template)
      if (source === undefined) throw refusalAt(plansErrors.noSuchPlan, 'template')
      const created = await repository.insert(db, plan, toAuthor(scope))
      const { id } = created
      if (source) await repository.copyCeiling(db, id, source.id)
      scope.note({
        entityId: id,
        entityName: created.name,
        after: { ...toAuditValues(created), template: source?.name },
      })
      return { id }
    },
    async update(scope: RequestScope, id: string, sent: PlanUpdate) {
      assertPlatformActor(scope.actor)
      const stored = await repository.find(scope.db, id)
      const plan = stored ? keepSources(stored, sent, ['name', 'desc'], stored.builtin) : sent
      return crud.update(scope, id, plan, async (before) => {
        if (before.builtin && plan.code !== before.code) throw refusalAt(plansErrors.builtinFixed, 'code')
        await assertNoDuplicates(scope.db, plan, id)
      })
    },
    async remove(scope: RequestScope, id: string) {
      assertPlatformActor(scope.actor)
      return crud.remove(scope, id, (before) => {
        if (before.builtin) throw new AppError(plansErrors.builtinFixed)
        if (before.companies > 0) throw new AppError(plansErrors.inUse)
      })
    },

    async ceiling({ db, actor }: RequestScope, id: string): Promise<PlanCeiling> {
      assertPlatformActor(actor)
      const { version } = orNotFound(await repository.find(db, id))
      const { elements, forest } = await readCatalog(db)
      return {
        ...toPlanCeiling(authorization.productMenus, { forest, elements }, await repository.findCeiling(db, id)),
        version,
      }
    },
    /** Replaces the ceiling and aligns the roles of all its companies, in one transaction. */
    async updateCeiling(scope: RequestScope, id: string, { version, ...ceiling }: PlanCeilingWrite) {
      const { db } = scope
      const plan = await lockPlan(scope, id)
      if (plan.builtin) throw new AppError(plansErrors.builtinFixed)
      assertVersion(plan, version)
      const catalog = await readCatalog(db)
      const [before, after] = [await repository.findCeiling(db, id), normalizeCeiling(ceiling, catalog)]
      await confirmCeiling(scope, { planId: id }, before, after)
      await repository.replaceCeiling(db, id, after, toAuthor(scope))
      await authorization.alignToCeiling(db, { planId: id }, await computeGains(db, before, after))
      const toCeilingValues = ({ elems, menus: ids }: Ceiling) => ({
        elems: catalog.elements.flatMap((each) => (elems.includes(each.id) ? each.code : [])),
        menus: ids.map((each) => catalog.forest.get(each)?.name ?? each),
      })
      scope.note({
        entityId: id,
        entityName: plan.name,
        before: toCeilingValues(before),
        after: toCeilingValues(after),
      })
      scope.afterCommit(sessions.forgetAll)
      return null
    },
  }
}
