import type { CardKey } from '@atrium/contract/features/communication/preferences/cards.ts'

export const cardTitles: Readonly<Record<CardKey, string>> = {
  start: '开始使用',
  todo: '待办',
  notices: '通知',
  terms: '即将到期',
  health: '租户健康',
  usage: '套餐用量',
  changes: '最近变更',
  documents: '最近文档',
  signIns: '登录',
  growth: '增长',
  next: '接下来',
  companies: '我的公司',
  requests: '我的权限申请',
  administrators: '公司管理员',
  recent: '最近登录',
}
