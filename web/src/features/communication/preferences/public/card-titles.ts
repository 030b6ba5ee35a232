import type { CardKey, ProductCard } from '@atrium/contract/features/communication/preferences/cards.ts'
import { use } from 'react'
import { t } from '../../../../ui/texts.ts'
import { MoreCards } from './more-cards.ts'

export const cardTitles: Readonly<Record<ProductCard, string>> = {
  start: t('开始使用'),
  todo: t('待办'),
  notices: t('通知'),
  terms: t('即将到期'),
  health: t('租户健康'),
  usage: t('套餐用量'),
  changes: t('最近变更'),
  documents: t('最近文档'),
  signIns: t('登录', { context: 'plural' }),
  growth: t('增长'),
  next: t('接下来'),
  companies: t('我的公司'),
  requests: t('我的权限申请'),
  administrators: t('公司管理员'),
  recent: t('最近登录', { context: 'several' }),
}

/** Names of cards; that of a card which is not there is empty. */
export const useCardTitle = () => {
  const more = use(MoreCards)
  const titles: ReadonlyMap<string, string> = new Map([
    ...Object.entries(cardTitles),
    ...more.map(({ key, title }) => [key, title] as const),
  ])
  return (key: CardKey): string => titles.get(key) ?? ''
}
