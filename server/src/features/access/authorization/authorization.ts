import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { createBuiltinRoles } from './builtin-roles.ts'
import { createGrantsReader } from './grants-reader.ts'
import { createProductMenus } from './product-menus.ts'
import { createProductRoles } from './product-roles.ts'
import { createStandardPlan } from './standard-plan.ts'
import { mergeMenus } from './sync-menus.ts'

/**
 * What this version of the product grants: its menus, its built-in roles and its standard plan, as the catalogue has
 * them.
 * @throws if they name what the catalogue does not have
 */
export const createAuthorization = (catalogue: Catalogue) => {
  const productMenus = createProductMenus(catalogue)
  const productRoles = createProductRoles(catalogue, productMenus)
  return {
    productMenus,
    productRoles,
    ...createBuiltinRoles(productRoles),
    ...createStandardPlan(productRoles),
    /** Writes the product's menus. */
    syncMenus: (db: Db): Promise<void> => mergeMenus(db, productMenus.seeds),
    /** Creates a reader of the menus and operations of actors, with a cache of its own. */
    createGrantsReader: () => createGrantsReader(productMenus),
  }
}
export type Authorization = ReturnType<typeof createAuthorization>
