import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createFrameOrigins } from './frame-origins.ts'
import { createMenus, type MenuPorts } from './menus.service.ts'

type Ports = Pick<BasePorts, 'database'> & MenuPorts

/** The menu tree. Offers `frameOrigins`, the origins of embedded pages. */
export const createMenusFeature = ({ database, ...ports }: Ports) => {
  const menus = createMenus(ports)
  return {
    frameOrigins: createFrameOrigins(database),
    routes: implement(menusContract, {
      ...menus,
      list: (scope, query) => menus.list(scope, query.search),
      remove: (scope, id, query) => menus.remove(scope, id, query.cascade === '1'),
      sort: (scope, body) => menus.sort(scope, body.moves),
    }),
  }
}
