import type { MenuKind } from '@atrium/contract/features/access/menus/menu-metadata.ts'

export const kindLabels: Record<MenuKind, string> = {
  dir: '目录',
  menu: '页面',
  link: '外部链接',
  iframe: '内嵌页面',
}

export const kindOptions = (Object.keys(kindLabels) as MenuKind[]).map((kind) => ({
  value: kind,
  label: kindLabels[kind],
}))
export const openModeOptions = [
  { value: 'tab', label: '浏览器的新标签页' },
  { value: 'self', label: '当前标签页' },
] as const

/** Field labels for the form and for version conflicts. */
export const fieldLabels = {
  name: '菜单名称',
  parent: '上级菜单',
  kind: '类型',
  icon: '图标',
  path: '路径',
  component: '模板',
  external: '外部地址',
  openMode: '打开方式',
  redirect: '重定向',
  query: '附加参数',
  activeMenu: '高亮菜单',
  badge: '角标',
  english: '英文名称',
  hidden: '隐藏',
  keepAlive: '缓存页面',
  affix: '固定页签',
  sort: '排序',
  active: '启用',
  elems: '需要的权限点',
} as const
