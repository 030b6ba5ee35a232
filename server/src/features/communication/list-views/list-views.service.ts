import type {
  SettingsWrite,
  ViewCreate,
  ViewUpdate,
} from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import { maxViews } from '@atrium/contract/features/communication/list-views/max-views.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { newId } from '../../../kernel/ids.ts'
import { AppError, type RequestScope, toOwner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { listViewsRepository as repository } from './list-views.repository.ts'

/** Views and settings of lists, for each user. */
export const createListViews = ({ endpoints }: Catalogue) => {
  /** Only existing lists, so that storage is bounded. */
  const knownLists = new Set(
    endpoints.flatMap(({ wire, module, name }) => (wire === 'list' ? `${module}.${name}` : [])),
  )
  const refuseUnknownList = (list: string) => {
    if (!knownLists.has(list)) throw new AppError(listViewsErrors.noSuchList)
  }
  return {
    /** Views have no default during visits: their filters name ids of the home company. */
    async settings({ db, actor }: RequestScope) {
      const settings = await repository.settings(db, toOwner(actor))
      return actor.acting ? settings.map((each) => ({ ...each, view: '' })) : settings
    },

    async saveSettings({ db, actor }: RequestScope, write: SettingsWrite) {
      refuseUnknownList(write.list)
      await repository.saveSettings(db, toOwner(actor), write)
      return null
    },

    views: ({ db, actor }: RequestScope, list: string) => repository.views(db, toOwner(actor), list),

    /** @throws `noSuchList` and `tooMany` */
    async create({ db, actor }: RequestScope, view: ViewCreate) {
      const { list } = view
      refuseUnknownList(list)
      const [owner, id] = [toOwner(actor), newId()]
      await users.hold(db, owner)
      if ((await repository.views(db, owner, list)).length >= maxViews) throw new AppError(listViewsErrors.tooMany)
      if (view.isDefault) await repository.clearDefault(db, owner, list)
      await repository.add(db, owner, id, view)
      return { id }
    },

    async update({ db, actor }: RequestScope, id: string, view: ViewUpdate) {
      const owner = toOwner(actor)
      await users.hold(db, owner)
      const { list } = orNotFound(await repository.find(db, owner, id))
      if (view.isDefault) await repository.clearDefault(db, owner, list)
      if (Object.keys(view).length > 0) await repository.update(db, owner, id, view)
      return null
    },

    async remove({ db, actor }: RequestScope, id: string) {
      orNotFound(await repository.remove(db, toOwner(actor), id))
      return null
    },
  }
}
