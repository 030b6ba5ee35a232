import { splitObjectPath } from '@atrium/contract/features/access/menus/object-pages.ts'
import type { PaletteHit } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { t } from '../../../ui/texts.ts'
import { actionItems, begunItems, exampleItems } from './action-items.ts'
import type { Command } from './grammar.ts'
import { pageGroup } from './page-items.ts'
import type { PaletteContext } from './palette-context.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'
import type { Recent } from './recents.ts'
import { maxItems, recordGroups } from './record-items.ts'

const minuteMs = 60_000
const timeText = (at: number, now = Date.now()): string => {
  const minutes = Math.floor((now - at) / minuteMs)
  if (minutes < 1) return t('刚刚')
  if (minutes < 60) return t('{minutes} 分钟前', { minutes })
  return minutes < 24 * 60
    ? t('{minutes} 小时前', { minutes: Math.floor(minutes / 60) })
    : t('{minutes} 天前', { minutes: Math.floor(minutes / 60 / 24) })
}
const recentItem = ({ id, icon, title, note, to, at }: Recent): PaletteItem => ({
  id,
  icon: icon || 'user',
  letter: icon === '',
  title,
  note,
  end: timeText(at),
  leads: { to },
})
const withItems = (groups: readonly PaletteGroup[]) => groups.filter(({ items }) => items.length > 0)

/** What is offered before a key is pressed: recent pages and records that are still granted, and examples of actions. */
export const startGroups = (recents: readonly Recent[], context: PaletteContext): PaletteGroup[] => {
  const paths = new Set(context.pages.map(({ to }) => to.split('?')[0]))
  const granted = recents.filter(({ to }) => {
    const [path = ''] = to.split('?')
    return paths.has(path) || paths.has(splitObjectPath(path)?.list)
  })
  return withItems([
    { title: t('最近'), items: granted.map(recentItem) },
    { title: t('示例'), items: exampleItems(context) },
  ])
}

type Typed = { text: string; command: Command | undefined; hits: readonly PaletteHit[]; roles: readonly PaletteHit[] }

/** What a text can mean: actions, records and pages, a few of each. */
export const foundGroups = ({ text, command, ...found }: Typed, context: PaletteContext): PaletteGroup[] => {
  const actions = command ? actionItems(command, found, context) : []
  const isBegun = command === undefined || (command.about === '' && actions.length === 0)
  const shown = [...actions.slice(0, maxItems), ...(isBegun ? begunItems(text, context).slice(0, maxItems) : [])]
  return withItems([
    { title: t('操作'), items: shown },
    ...recordGroups(found.hits, context, command?.about ?? text),
    pageGroup(t('页面'), context.pages, text),
    pageGroup(t('使用手册'), context.helpPages, text),
  ])
}
