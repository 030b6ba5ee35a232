import type { TenantPolicies } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../ui/time.tsx'

export const switchPolicyNames: Record<TenantPolicies['switchPolicy'], string> = {
  allowed: '允许',
  ask: '须经公司同意',
  denied: '不允许',
}

export const policyLabels = {
  idleMinutes: '无操作自动退出（分钟）',
  absoluteMinutes: '最长登录时长（分钟）',
  mostDevices: '每人同时登录设备数',
  secondStepFrom: '强制二次验证开始时间',
  addresses: '允许登录的地址',
  switchPolicy: '平台人员进入',
  ssoOnly: '仅用身份源登录',
} as const

export const policyFormatters = {
  idleMinutes: (minutes: number | null) => (minutes === null ? '按平台' : `${minutes}`),
  absoluteMinutes: (minutes: number | null) => (minutes === null ? '按平台' : `${minutes}`),
  mostDevices: (most: number | null) => (most === null ? '不限' : `${most}`),
  secondStepFrom: (from: string | null) => (from === null ? '不强制' : formatMoment(from)),
  addresses: (addresses: readonly string[]) => (addresses.length === 0 ? '不限' : addresses.join('、')),
  switchPolicy: (policy: TenantPolicies['switchPolicy']) => switchPolicyNames[policy],
  ssoOnly: (only: boolean) => (only ? '是' : '否'),
}

/** Label → displayed value. */
export const policyFacts = (policies: TenantPolicies): Record<string, ReactNode> => {
  const { idleMinutes, absoluteMinutes, mostDevices, secondStepFrom, addresses, switchPolicy, platform } = policies
  const minutes = (own: number | null, most: number) =>
    own === null ? `按平台：${most} 分钟` : `${Math.min(own, most)} 分钟`
  return {
    无操作自动退出: minutes(idleMinutes, platform.idleMinutes),
    最长登录时长: minutes(absoluteMinutes, platform.absoluteMinutes),
    [policyLabels.mostDevices]: mostDevices === null ? '不限' : `${mostDevices} 台`,
    [policyLabels.secondStepFrom]: policyFormatters.secondStepFrom(secondStepFrom),
    [policyLabels.addresses]: policyFormatters.addresses(addresses),
    [policyLabels.switchPolicy]: switchPolicyNames[switchPolicy],
    [policyLabels.ssoOnly]: policyFormatters.ssoOnly(policies.ssoOnly),
  }
}
