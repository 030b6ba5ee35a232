import type { Recent } from './recents.ts'

/** A page that the menus grant. */
export type PalettePage = {
  /** Its address, or that of the site it links to. */
  to: string
  title: string
  /** Title of its group in the sidebar; may be empty. */
  group: string
  icon: string
  component: string
  /** Leads out of the console. */
  external: boolean
}

/** A line of the palette. */
export type PaletteItem = {
  id: string
  /** The name of a menu icon; a user is shown by the first letter of their name. */
  icon: string
  letter?: boolean
  title: string
  /** Tells it apart from others of the same name. */
  note: string
  /** Where it leads, or what stands against it. */
  end: string
  tone?: 'danger' | 'online'
  /** What an action does, in one sentence. */
  effect?: string
  /** The part of the title that matched. */
  match?: string
  /** An address of the console, an action, or the text that it puts into the input. */
  leads: { to: string; external?: boolean } | { run: () => void } | { type: string }
}
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

/** What an item leaves in the list of recent ones; undefined for actions. */
export const toRecent = ({ id, icon, letter, title, note, leads }: PaletteItem): Recent | undefined =>
  'to' in leads && !leads.external && !id.startsWith('action ')
    ? { id, icon: letter ? '' : icon, title, note, to: leads.to, at: Date.now() }
    : undefined
