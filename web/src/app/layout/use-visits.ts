import { maxVisits } from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { useEffect } from 'react'
import {
  defaultPreferences,
  preferencesQuery,
  savePreferences,
} from '../../features/communication/preferences/preferences.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import type { PageEntry } from '../menu-tree.ts'

const saveAfterMs = 60_000
const unsaved = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined

const save = () => {
  clearTimeout(timer)
  timer = undefined
  if (unsaved.size === 0) return
  const { visits } = queryClient.getQueryData(preferencesQuery.queryKey) ?? defaultPreferences
  const counts = new Map(Object.entries(visits))
  for (const [id, times] of unsaved) counts.set(id, (counts.get(id) ?? 0) + times)
  unsaved.clear()
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxVisits)
  savePreferences({ visits: Object.fromEntries(most) })
}
const saveWhenHidden = () => {
  if (document.visibilityState === 'hidden') save()
}

/** Counts the pages a user opens, for the workbench; saved once a minute and when the tab is hidden. */
export const useVisits = ({ menuIds }: PageEntry): void => {
  const id = menuIds.at(-1)
  useEffect(() => {
    if (id === undefined) return
    unsaved.set(id, (unsaved.get(id) ?? 0) + 1)
    timer ??= setTimeout(save, saveAfterMs)
  }, [id])
  useEffect(() => {
    document.addEventListener('visibilitychange', saveWhenHidden)
    return () => document.removeEventListener('visibilitychange', saveWhenHidden)
  }, [])
}
