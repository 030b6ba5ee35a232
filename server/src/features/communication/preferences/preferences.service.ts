import type {
  Preferences,
  PreferencesWrite,
} from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { type RequestScope, toOwner } from '../../../kernel/scope.ts'
import { preferencesRepository as repository } from './preferences.repository.ts'

const defaults: Preferences = { openMenus: null, cards: null, pinned: [], visits: {} }

export const preferences = {
  read: async ({ db, actor }: RequestScope): Promise<Preferences> => ({
    ...defaults,
    ...(await repository.find(db, toOwner(actor))),
  }),

  async save({ db, actor }: RequestScope, write: PreferencesWrite) {
    await repository.merge(db, toOwner(actor), write)
    return null
  },
}
