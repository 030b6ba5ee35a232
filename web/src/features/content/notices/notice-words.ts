import type {
  NoticeLevel,
  NoticeScope,
  NoticeState,
  NoticeType,
} from '@atrium/contract/features/content/notices/notice-words.ts'
import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

type Tone = NonNullable<Parameters<typeof Tag>[0]['tone']>

export const typeNames: Record<NoticeType, string> = { notice: t('公告'), news: t('新闻') }
/** Where a notice comes from, and what it is. */
export const originText = (isPlatform: boolean, type: NoticeType): string =>
  isPlatform
    ? { notice: t('平台公告'), news: t('平台新闻') }[type]
    : { notice: t('公司公告'), news: t('公司新闻') }[type]
export const scopeNames: Record<NoticeScope, string> = {
  all: t('全部'),
  company: t('公司'),
  org: t('组织'),
  role: t('角色'),
  user: t('人员'),
  portal: t('门户'),
}
export const levelNames: Record<NoticeLevel, string> = { low: t('一般'), mid: t('重要'), high: t('紧急') }
export const levelTones: Record<NoticeLevel, Tone> = { low: 'plain', mid: 'warn', high: 'danger' }
export const stateNames: Record<NoticeState, string> = {
  0: t('草稿'),
  1: t('待发布'),
  2: t('已发布'),
  3: t('已撤回'),
  4: t('已失效'),
  5: t('待审核'),
  6: t('审核通过'),
  7: t('已驳回'),
}
export const stateTones: Record<NoticeState, Tone> = {
  0: 'plain',
  1: 'accent',
  2: 'good',
  3: 'danger',
  4: 'plain',
  5: 'warn',
  6: 'good',
  7: 'danger',
}
export const channelNames = { sms: t('短信'), mail: t('邮件') } as const

const toOptions = <Value extends string>(names: Record<Value, string>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }))
export const typeOptions = toOptions(typeNames)
export const levelOptions = toOptions(levelNames)
export const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
export const channelOptions = toOptions(channelNames)

export const noticeLabels = {
  type: t('类型'),
  title: t('标题'),
  summary: t('摘要'),
  content: t('正文'),
  language: t('原文语言'),
  translations: t('其他语言'),
  target: t('发送对象'),
  level: t('重要程度'),
  top: t('置顶'),
  ack: t('须确认'),
  ackTime: t('确认截止'),
} as const

/** Who a notice reaches, in a word. */
export const targetText = ({ scope, ids: { length: count } }: NoticeRow['target']): string => {
  if (count === 0) return scopeNames[scope]
  switch (scope) {
    case 'company':
      return t('{count} 个公司', { count })
    case 'org':
      return t('{count} 个组织', { count })
    case 'role':
      return t('{count} 个角色', { count })
    case 'user':
      return t('{count} 个人员', { count })
    default:
      return scopeNames[scope]
  }
}

/** Asks before a notice is submitted for review. */
export const submitQuestion = (title: string) => ({
  title: t('提交“{title}”审核？', { title }),
  body: t('由其他有审核权限的人员审核，通过后才能发布。提交后修改的，须重新提交。'),
  confirm: t('提交审核'),
})
