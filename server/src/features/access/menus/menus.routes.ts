import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createMenus, type ElementOfPage } from './menus.service.ts'

export const menusRoutes = (elementOfPage: ElementOfPage) => {
  const service = createMenus(elementOfPage)
  return implement(menusContract, {
    list: (scope, { query }) => service.list(scope, query.search),
    get: (scope, { params }) => service.get(scope, params.id),
    create: (scope, { body }) => service.create(scope, body),
    update: (scope, { params, body }) => service.update(scope, params.id, body),
    remove: (scope, { params, query }) => service.remove(scope, params.id, query.cascade === '1'),
    sort: (scope, { body }) => service.sort(scope, body.moves),
  })
}
