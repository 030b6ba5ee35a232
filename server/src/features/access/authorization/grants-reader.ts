import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { strictestRestrictions } from '../../../kernel/restrictions.ts'
import { type Actor, toOwner } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { accessRepository } from './access.repository.ts'
import { withoutCustomerOnly } from './customer-only.ts'
import { buildMenuTree, collectMenuIds } from './menu-tree.ts'
import type { ProductMenus } from './product-menus.ts'

/** Operations by module, as the reply carries them. */
const groupByModule = (elements: readonly string[]) => {
  const modules: Record<string, string[]> = {}
  for (const code of elements) {
    const [module = '', operation = ''] = code.split(':')
    modules[module] ??= []
    modules[module].push(operation)
  }
  return modules
}

type Grants = Awaited<ReturnType<typeof readGrants>>
const readGrants = async (
  db: Db,
  assignee: { userId: string; companyId: string },
  { planCompanyId, isPlatform }: { planCompanyId: string; isPlatform: boolean },
  elementOfPage: ProductMenus['elementOfPage'],
) => {
  const all = await accessRepository.grants(db, assignee, planCompanyId)
  const granted = isPlatform ? withoutCustomerOnly(all, elementOfPage) : all
  const [menus, modules] = [buildMenuTree(granted.menus), groupByModule(granted.elements)]
  const menuIds = collectMenuIds(menus)
  const fields = strictestRestrictions(all.restrictions) ?? {}
  const { custom } = all
  const home = granted.homes.find((id) => menuIds.has(id)) ?? null
  return {
    menus,
    modules,
    fields,
    custom,
    home,
    grantVersion: digest(JSON.stringify([menus, modules, fields, custom, home]))
      .toString('base64url')
      .slice(0, 16),
  }
}
/** Cached grants per node. Users of a company with the same roles share one entry. */
const maxCachedGrants = 500

/**
 * Reads an actor's menus and operations, with a version that changes when either does. The stamp is read on every call:
 * a client that was notified of a change may ask a node that has not noticed it yet.
 */
export const createGrantsReader = ({ elementOfPage }: Pick<ProductMenus, 'elementOfPage'>) => {
  const cache = createCache<string, Grants>(maxCachedGrants)

  /** For callers that have just read the stamp of the actor's grants, with other things. */
  const readAt = async (db: Db, actor: Actor, stamp: string): Promise<Grants> => {
    const cached = cache.get(stamp)
    if (cached) return cached
    const { companyId: planCompanyId, platform: isPlatform } = actor
    const grants = await readGrants(db, toOwner(actor), { planCompanyId, isPlatform }, elementOfPage)
    cache.set(stamp, grants)
    return grants
  }
  return {
    readAt,
    cacheReads: cache.reads,
    // A guest keeps the rights from home; the plan of the company acted in limits them.
    read: async (db: Db, actor: Actor): Promise<Grants> =>
      readAt(db, actor, await accessRepository.grantsStamp(db, toOwner(actor), actor.companyId)),
  }
}
export type GrantsReader = ReturnType<typeof createGrantsReader>
