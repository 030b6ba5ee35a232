import type {
  ListView,
  Notify,
  SettingsWrite,
  ViewCreate,
  ViewUpdate,
} from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import { maxNotifying, maxViews } from '@atrium/contract/features/communication/list-views/max-views.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { AppError, type Owner, type RequestScope, toOwner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { listViewsRepository as repository } from './list-views.repository.ts'
import { watchableLists } from './watched-lists.ts'
import { watchedViewsRepository as watched } from './watched-views.repository.ts'

/** Views and settings of lists, for each user. */
export const createListViews = (catalogue: Catalogue) => {
  const { endpoints } = catalogue
  /** Only existing lists, so that storage is bounded. */
  const knownLists = new Set(
    endpoints.flatMap(({ wire, module, name }) => (wire === 'list' ? `${module}.${name}` : [])),
  )
  const refuseUnknownList = (list: string) => {
    if (!knownLists.has(list)) throw new AppError(listViewsErrors.noSuchList)
  }
  const watchable = watchableLists(catalogue)
  const setNotify = async (
    db: Db,
    owner: Owner,
    { id, list, notify }: { id: string; list: string; notify: Notify },
  ) => {
    const key = { companyId: owner.companyId, id }
    if (notify === 'off') return watched.setNotify(db, key, undefined)
    if (!watchable.has(list)) throw new AppError(listViewsErrors.notWatchable)
    if ((await watched.countNotifying(db, owner, id)) >= maxNotifying)
      throw new AppError(listViewsErrors.tooManyNotifying)
    return watched.setNotify(db, key, notify)
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

    async views({ db, actor }: RequestScope, list: string): Promise<ListView[]> {
      const views = await repository.views(db, toOwner(actor), list)
      const toNotify = (notify: string | null) => (watchable.has(list) ? ((notify ?? 'off') as Notify) : null)
      return views.map((view) => ({ ...view, notify: toNotify(view.notify) }))
    },

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

    /** Throws `notWatchable` and `tooManyNotifying`. */
    async update({ db, actor }: RequestScope, id: string, view: ViewUpdate) {
      const owner = toOwner(actor)
      await users.hold(db, owner)
      const { list } = orNotFound(await repository.find(db, owner, id))
      if (view.isDefault) await repository.clearDefault(db, owner, list)
      const { notify, ...rest } = view
      if (Object.keys(rest).length > 0) await repository.update(db, owner, id, rest)
      if (notify !== undefined) await setNotify(db, owner, { id, list, notify })
      return null
    },

    async remove({ db, actor }: RequestScope, id: string) {
      orNotFound(await repository.remove(db, toOwner(actor), id))
      return null
    },
  }
}
