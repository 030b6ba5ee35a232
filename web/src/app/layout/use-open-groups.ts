import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { preferencesQuery, savePreferences } from '../../features/communication/preferences/preferences.ts'
import { type MenuEntry, type PageEntry, withDescendants } from '../menu-tree.ts'

const firstGroup = (menus: readonly MenuEntry[]) => menus.find(({ children }) => children.length > 0)?.id

/**
 * Which groups of the sidebar are open: those the user left open, at first the first one, and the groups of the shown
 * page unless they close them. The choice is kept on the server.
 */
export const useOpenGroups = (menus: readonly MenuEntry[], page: PageEntry) => {
  const stored = useQuery(preferencesQuery).data?.openMenus
  const first = firstGroup(menus)
  const open = stored ?? (first === undefined ? [] : [first])
  const [closed, setClosed] = useState({ path: page.path, ids: new Set<string>() })
  const isClosed = (id: string) => closed.path === page.path && closed.ids.has(id)
  const isOpen = (id: string) => (open.includes(id) || page.menuIds.includes(id)) && !isClosed(id)
  const toggle = (id: string) => {
    const isOpening = !isOpen(id)
    const ids = new Set(closed.path === page.path ? closed.ids : [])
    if (isOpening) ids.delete(id)
    else ids.add(id)
    setClosed({ path: page.path, ids })
    const known = new Set(withDescendants(menus).map((menu) => menu.id))
    const kept = open.filter((each) => each !== id && known.has(each))
    savePreferences({ openMenus: isOpening ? [...kept, id] : kept })
  }
  return { isOpen, toggle }
}
export type OpenGroups = ReturnType<typeof useOpenGroups>
