import type {
  NoticeLevel,
  NoticeScope,
  NoticeState,
  NoticeType,
} from '@atrium/contract/features/content/notices/notice-words.ts'
import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { Tag } from '../../../ui/tag.tsx'

type Tone = NonNullable<Parameters<typeof Tag>[0]['tone']>

export const typeNames: Record<NoticeType, string> = { notice: '公告', news: '新闻' }
export const scopeNames: Record<NoticeScope, string> = {
  all: '全部',
  company: '公司',
  org: '组织',
  role: '角色',
  user: '人员',
  portal: '门户',
}
export const levelNames: Record<NoticeLevel, string> = { low: '一般', mid: '重要', high: '紧急' }
export const levelTones: Record<NoticeLevel, Tone> = { low: 'plain', mid: 'warn', high: 'danger' }
export const stateNames: Record<NoticeState, string> = {
  0: '草稿',
  1: '待发布',
  2: '已发布',
  3: '已撤回',
  4: '已失效',
  5: '待审核',
  6: '审核通过',
  7: '已驳回',
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
export const channelNames = { sms: '短信', mail: '邮件' } as const

const toOptions = <Value extends string>(names: Record<Value, string>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }))
export const typeOptions = toOptions(typeNames)
export const levelOptions = toOptions(levelNames)
export const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
export const channelOptions = toOptions(channelNames)

export const noticeLabels = {
  type: '类型',
  title: '标题',
  summary: '摘要',
  content: '正文',
  target: '发送对象',
  level: '重要程度',
  top: '置顶',
  ack: '须确认',
  ackTime: '确认截止',
} as const

/** Who a notice reaches, in a word. */
export const targetText = ({ scope, ids }: NoticeRow['target']): string =>
  ids.length === 0 ? scopeNames[scope] : `${ids.length} 个${scopeNames[scope]}`

/** Asks before a notice is submitted for review. */
export const submitQuestion = (title: string) => ({
  title: `提交“${title}”审核？`,
  body: '由其他有审核权限的人员审核，通过后才能发布。提交后修改的，须重新提交。',
  confirm: '提交审核',
})
