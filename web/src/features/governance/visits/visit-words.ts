import {
  maxVisitMinutes,
  type VisitRequestRow,
  visitRequestStates,
} from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { type VisitMode, visitModes } from '@atrium/contract/features/identity/session/visit-modes.ts'
import type { switchPolicies } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { t } from '../../../ui/texts.ts'

export const modeNames: Record<VisitMode, string> = { view: t('只读查看'), manage: t('代为管理') }
export const modeSentences: Record<VisitMode, string> = {
  view: t('只能查看，不能修改任何内容'),
  manage: t('可修改，操作日志会注明由您代为操作'),
}
export const modeOptions = visitModes.map((mode) => ({
  value: mode,
  label: modeNames[mode],
  hint: modeSentences[mode],
}))

type Policy = (typeof switchPolicies)[number]
export const policyNames: Record<Policy, string> = {
  allowed: t('可切换'),
  ask: t('须经公司同意'),
  denied: t('不可切换'),
}
export const policyTones = { allowed: 'good', ask: 'accent', denied: 'warn' } as const

/** Labels of request states. */
export const stateNames: Record<VisitRequestRow['state'], string> = {
  open: t('待处理'),
  allowed: t('已同意'),
  used: t('已进入'),
  lapsed: t('已失效'),
  rejected: t('已拒绝'),
}
export const stateTones = {
  open: 'accent',
  allowed: 'good',
  used: 'plain',
  lapsed: 'plain',
  rejected: 'plain',
} as const
export const stateOptions = visitRequestStates.map((state) => ({ value: state, label: stateNames[state] }))

const standardMinutes = [15, 30, 60, 120, maxVisitMinutes]
/** Options for the duration of a visit, up to a maximum. */
export const minutesOptions = (max = maxVisitMinutes) =>
  [...new Set([...standardMinutes.filter((minutes) => minutes < max), max])].map((minutes) => ({
    value: minutes,
    label: formatMinutes(minutes),
  }))

const minute = 60
/** Formats the remaining time: minutes, and seconds near the end. */
export const formatRemaining = (seconds: number): string => {
  if (seconds > 5 * minute) return formatMinutes(Math.ceil(seconds / minute))
  return t('{seconds} 分 {seconds2} 秒', {
    seconds: Math.floor(seconds / minute),
    seconds2: String(seconds % minute).padStart(2, '0'),
  })
}
