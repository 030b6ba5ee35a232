import { features } from '../../contract/src/features.gen.ts'
import type { Menu } from '../../contract/src/kernel/feature.ts'
import { requestsPage } from '../../web/src/features/governance/explain/own-page.ts'
import { reviewsPage } from '../../web/src/features/governance/reviews/own-page.ts'
import { profilePage } from '../../web/src/features/identity/account/own-page.ts'
import { securityPage } from '../../web/src/features/identity/security/own-page.ts'
import { appsPage } from '../../web/src/features/open/portal-apps/own-page.ts'

const menus = features.flatMap((feature): readonly Menu[] => ('menus' in feature ? feature.menus : []))
const own = [requestsPage, reviewsPage, profilePage, securityPage, appsPage]

/** Components of the console's pages by address. */
export const componentByAddress: ReadonlyMap<string, string> = new Map([
  ...menus.flatMap(({ path, component }) => (component === undefined ? [] : [[`/web/${path}`, component] as const])),
  ...own.map(({ path, name }) => [path, `:${name}`] as const),
  ['/dashboard', ':dashboard'],
  ['/web/public/news', ':news'],
])
