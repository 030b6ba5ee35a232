import {
  listSettings,
  listSettingsContract,
} from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { hasTabSession } from '../../../kernel/api/tokens.ts'
import { readStored, writeStored } from '../../../kernel/page/storage.ts'
import { listSettingsQuery } from './list-settings.ts'

const name = 'atrium.listSettings'
const keptSettings = z.object({ owner: z.string(), settings: z.array(listSettings) })
const { queryKey } = listSettingsQuery

const readKept = () => {
  // During a visit no default view opens: the reply differs from the one at home.
  if (hasTabSession()) return undefined
  try {
    return keptSettings.safeParse(JSON.parse(readStored('local', name) ?? '')).data
  } catch {
    return undefined
  }
}

/** Forgets the kept settings when their user leaves this browser. */
export const clearKeptListSettings = (): void => writeStored('local', name, undefined)

let stopKeeping = (): void => undefined
/** Keeps the settings of this user in the browser, now and when they change; of one user at a time. */
const keepSettings = (owner: string) => {
  const keep = () => {
    const { data, isInvalidated } = queryClient.getQueryState(queryKey) ?? {}
    if (!data || hasTabSession()) return
    // A page reloaded before the changed settings arrive must not open the former default view.
    if (isInvalidated) clearKeptListSettings()
    else writeStored('local', name, JSON.stringify({ owner, settings: data }))
  }
  keep()
  stopKeeping()
  stopKeeping = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query === queryClient.getQueryCache().find({ queryKey })) keep()
  })
}

let isRestored = false

/**
 * Loads the list settings of a user: those kept in this browser at once, else from the server. A failure is ignored:
 * lists then use their defaults.
 * @param findOwner - resolves to the user's id
 */
export const loadListSettings = async (findOwner: Promise<string>): Promise<void> => {
  const kept = readKept()
  const reading = kept ? undefined : queryClient.prefetchQuery(listSettingsQuery)
  const owner = await findOwner
  isRestored = kept?.owner === owner
  if (kept && isRestored) queryClient.setQueryData(queryKey, kept.settings)
  else await (reading ?? queryClient.prefetchQuery(listSettingsQuery))
  keepSettings(owner)
}

/** Replaces restored settings by the server's, unless they were changed here meanwhile. */
export const refreshListSettings = async (): Promise<void> => {
  if (!isRestored) return
  isRestored = false
  const restored = queryClient.getQueryData(queryKey)
  const settings = await call(listSettingsContract.settings, {}, { toasts: false }).catch(() => undefined)
  if (settings && queryClient.getQueryData(queryKey) === restored) queryClient.setQueryData(queryKey, settings)
}
