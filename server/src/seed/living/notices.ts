import { type NoticeWrite, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { ProductCalls } from './product-calls.ts'

type Text = Partial<NoticeWrite> & Pick<NoticeWrite, 'title' | 'summary'> & { paragraphs: readonly string[] }
const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const published: readonly Text[] = [
  {
    title: '关于启用新版考勤制度的通知',
    summary: '自下月起，迟到、补卡与调休按新制度执行，请全体人员阅读并确认',
    paragraphs: [
      '为规范考勤管理，公司修订了考勤制度，自下月 1 日起执行。',
      '每月补卡不超过三次，须由部门经理审批；加班产生的调休须在三个月内使用。',
      '如有疑问，请联系人力资源部。',
    ],
    level: 'high',
    top: true,
    ack: true,
    ackTime: inDays(6),
  },
  {
    title: '信息安全周：请检查您的登录方式',
    summary: '开启二次验证，停用不再使用的设备',
    paragraphs: [
      '请在本周内进入“安全设置”，开启二次验证，并下线不再使用的设备。',
      '收到索要验证码的来电，请一律拒绝。',
    ],
    level: 'mid',
    ack: true,
    ackTime: inDays(12),
  },
  {
    title: '年终盘点期间仓储系统停机安排',
    summary: '周六 22:00 至周日 6:00 停机',
    paragraphs: ['周六 22:00 至周日 6:00，仓储系统停机盘点，期间不能出入库。', '请各部门提前安排。'],
    level: 'mid',
  },
  {
    type: 'news',
    title: '第三季度优秀团队名单',
    summary: '研发部一组等四个团队获奖',
    paragraphs: ['经各部门推荐和评审，研发部一组、市场部二组、客户服务部一组、质量部一组获第三季度优秀团队。'],
  },
  {
    type: 'news',
    title: '新员工入职培训下周三开班',
    summary: '地点：三楼培训室',
    paragraphs: ['培训内容包括公司制度、信息安全和常用系统。近三个月入职的人员须参加。'],
  },
]
const scheduled: Text = {
  title: '春节放假安排',
  summary: '放假时间、值班表与紧急联系方式',
  paragraphs: ['放假时间按国家规定执行，值班表见附件。', '节前请关闭电源，锁好门窗。'],
  level: 'high',
  top: true,
}
const drafts: readonly Text[] = [
  {
    title: '关于调整差旅标准的通知（征求意见稿）',
    summary: '住宿标准按城市分三档',
    paragraphs: ['住宿标准按城市分三档，交通优先选择高铁二等座。'],
  },
]
const revoked: Text = {
  title: '办公区网络切换通知',
  summary: '因设备未到，另行通知',
  paragraphs: ['原定本周五的网络切换因设备未到取消，新的时间另行通知。'],
}

/** Publishes, schedules and drafts notices in the name of a company's administrator. */
export const writeNotices = async (calls: ProductCalls, token: string): Promise<void> => {
  const add = async ({ paragraphs, ...text }: Text) => {
    const content = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
    const body = { type: 'notice' as const, target: { scope: 'all' as const, ids: [] }, ...text, content }
    return (await calls.call(noticesContract.create, { body }, token)).id
  }
  const issue = (id: string, startTime?: string) =>
    calls.call(noticesContract.issue, { params: { id }, body: { version: 1, ...(startTime && { startTime }) } }, token)
  // The newest stands first.
  for (const text of [...published].reverse()) await issue(await add(text))
  await issue(await add(scheduled), inDays(9))
  for (const text of drafts) await add(text)
  const id = await add(revoked)
  await issue(id)
  await calls.call(noticesContract.revoke, { params: { id }, body: { reason: '设备未到，另行通知' } }, token)
}

/** The operator's own, which is shown on the portal. */
export const writePortalNews = async (calls: ProductCalls, token: string): Promise<void> => {
  const body = {
    type: 'news' as const,
    title: '平台升级公告',
    summary: '新增组织架构图、权限关系图和用量趋势',
    content: '<p>本次升级新增组织架构图、权限关系图和用量趋势，无需重新登录。</p>',
    target: { scope: 'portal' as const, ids: [] },
  }
  const { id } = await calls.call(noticesContract.create, { body }, token)
  await calls.call(noticesContract.issue, { params: { id }, body: { version: 1 } }, token)
}
