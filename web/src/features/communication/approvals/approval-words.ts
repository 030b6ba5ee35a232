import type { ApprovalAct, ApprovalState, Deciders } from '@atrium/contract/features/communication/approvals/flow.ts'
import type { ComponentProps } from 'react'
import type { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

type Tone = NonNullable<ComponentProps<typeof Tag>['tone']>

export const stateNames: Record<ApprovalState, string> = {
  open: t('审批中'),
  approved: t('已通过'),
  refused: t('已驳回'),
  withdrawn: t('已撤回'),
  expired: t('已过期'),
  failed: t('未能执行'),
}
export const stateTones: Record<ApprovalState, Tone> = {
  open: 'accent',
  approved: 'good',
  refused: 'danger',
  withdrawn: 'plain',
  expired: 'plain',
  failed: 'danger',
}
export const actNames: Record<ApprovalAct, string> = {
  asked: t('提交'),
  approved: t('通过'),
  refused: t('驳回'),
  delegated: t('转交'),
  widened: t('管理员加入审批'),
  reminded: t('提醒'),
  withdrawn: t('撤回'),
  expired: t('到期结束'),
  failed: t('执行失败'),
}
export const deciderNames: Record<Deciders, string> = {
  users: t('指定人员'),
  roles: t('指定角色'),
  leader: t('组织负责人'),
  holders: t('有权限的人员'),
  administrators: t('公司管理员'),
}
