import {
  type Preferences,
  preferencesContract,
} from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'

/** Until the stored ones are read, and without them. */
export const defaultPreferences: Preferences = { openMenus: null, cards: null, pinned: [], visits: {} }

/** Read together with the session, so that the sidebar does not jump. */
export const preferencesQuery = readQuery(
  preferencesContract.read,
  {},
  { staleTime: Number.POSITIVE_INFINITY, toasts: false },
)

const apply = (former: Preferences, write: Partial<Preferences>) =>
  queryClient.setQueryData(preferencesQuery.queryKey, { ...former, ...write })

/** Applies preferences at once and stores them. A failure is ignored: the next change stores them again. */
export const savePreferences = (write: Partial<Preferences>): void => {
  const read = queryClient.getQueryData(preferencesQuery.queryKey)
  if (read) apply(read, write)
  // A change made before the stored ones arrive must not be replaced by them.
  else
    void queryClient
      .ensureQueryData(preferencesQuery)
      .catch(() => defaultPreferences)
      .then((stored) => apply(stored, write))
  void call(preferencesContract.save, { body: write }, { silentSuccess: true, toasts: false }).catch(() => undefined)
}
