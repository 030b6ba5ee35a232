import type { PaletteGroup, PaletteItem, PalettePage } from './palette-item.ts'
import { findByPinyin } from './pinyin.ts'
import { maxItems } from './record-items.ts'

/** How well a page's title matches, best first; undefined if it does not. */
const rankPage = ({ title, group }: PalettePage, text: string): number | undefined => {
  const at = title.toLowerCase().indexOf(text.toLowerCase())
  if (at >= 0) return at === 0 ? 0 : 1
  const spelled = findByPinyin(title, text)
  if (spelled !== undefined) return spelled === 0 ? 2 : 3
  return group.includes(text) ? 4 : undefined
}

const toItem = ({ to, title, group, icon, external }: PalettePage, match: string): PaletteItem => ({
  id: `page ${to}`,
  icon,
  title,
  note: '',
  end: group,
  match,
  leads: { to, external },
})

/** Pages by title, pinyin or initials. */
export const pageGroup = (title: string, pages: readonly PalettePage[], text: string): PaletteGroup => ({
  title,
  items: pages
    .flatMap((page) => {
      const rank = rankPage(page, text)
      return rank === undefined ? [] : { page, rank }
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxItems)
    .map(({ page }) => toItem(page, text)),
})
