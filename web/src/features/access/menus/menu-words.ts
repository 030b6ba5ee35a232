import type { MenuKind } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { t } from '../../../ui/texts.ts'

export const kindLabels: Record<MenuKind, string> = {
  dir: t('目录', { context: 'menu' }),
  menu: t('页面'),
  link: t('外部链接'),
  iframe: t('内嵌页面'),
}

export const kindOptions = (Object.keys(kindLabels) as MenuKind[]).map((kind) => ({
  value: kind,
  label: kindLabels[kind],
}))
export const openModeOptions = [
  { value: 'tab', label: t('浏览器的新标签页') },
  { value: 'self', label: t('当前标签页') },
] as const

/** Field labels for the form and for version conflicts. */
export const fieldLabels = {
  name: t('菜单名称'),
  parent: t('上级菜单'),
  kind: t('类型'),
  icon: t('图标'),
  path: t('路径'),
  component: t('模板'),
  external: t('外部地址'),
  openMode: t('打开方式'),
  redirect: t('重定向'),
  query: t('附加参数'),
  activeMenu: t('高亮菜单'),
  badge: t('角标'),
  english: t('英文名称'),
  hidden: t('隐藏'),
  keepAlive: t('缓存页面'),
  affix: t('固定页签'),
  sort: t('排序'),
  active: t('启用'),
  elems: t('需要的权限点'),
} as const
