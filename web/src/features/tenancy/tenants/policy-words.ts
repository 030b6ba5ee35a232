import type { TenantPolicies } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type { ReactNode } from 'react'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { nameLanguage } from '../../../ui/name-language.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'

export const switchPolicyNames: Record<TenantPolicies['switchPolicy'], string> = {
  allowed: t('允许'),
  ask: t('须经公司同意'),
  denied: t('不允许'),
}

export const policyLabels = {
  idleMinutes: t('无操作自动退出（分钟）'),
  absoluteMinutes: t('最长登录时长（分钟）'),
  mostDevices: t('每人同时登录设备数'),
  secondStepFrom: t('强制二次验证'),
  addresses: t('允许登录的地址'),
  switchPolicy: t('平台访问'),
  ssoOnly: t('仅允许外部账号登录'),
  language: t('默认语言'),
} as const

export const policyFormatters = {
  idleMinutes: (minutes: number | null) => (minutes === null ? t('平台默认') : formatMinutes(minutes)),
  absoluteMinutes: (minutes: number | null) => (minutes === null ? t('平台默认') : formatMinutes(minutes)),
  mostDevices: (most: number | null) => (most === null ? t('不限') : `${most}`),
  secondStepFrom: (from: string | null) => (from === null ? t('未开启') : t('自 {from}', { from: formatMoment(from) })),
  addresses: (addresses: readonly string[]) => (addresses.length === 0 ? t('不限') : listText(addresses)),
  switchPolicy: (policy: TenantPolicies['switchPolicy']) => switchPolicyNames[policy],
  ssoOnly: (only: boolean) => (only ? t('是') : t('否')),
  language: (tag: string) => (tag === '' ? t('跟随浏览器') : nameLanguage(tag)),
}

/** Label → displayed value. */
export const policyFacts = (policies: TenantPolicies): Record<string, ReactNode> => {
  const { idleMinutes, absoluteMinutes, mostDevices, secondStepFrom, addresses, switchPolicy, platform } = policies
  const minutes = (own: number | null, most: number) =>
    own === null ? t('{most}（平台默认）', { most: formatMinutes(most) }) : formatMinutes(Math.min(own, most))
  return {
    无操作自动退出: minutes(idleMinutes, platform.idleMinutes),
    最长登录时长: minutes(absoluteMinutes, platform.absoluteMinutes),
    [policyLabels.mostDevices]: mostDevices === null ? t('不限') : t('{mostDevices} 台', { mostDevices }),
    [policyLabels.secondStepFrom]: policyFormatters.secondStepFrom(secondStepFrom),
    [policyLabels.addresses]: policyFormatters.addresses(addresses),
    [policyLabels.switchPolicy]: switchPolicyNames[switchPolicy],
    [policyLabels.ssoOnly]: policyFormatters.ssoOnly(policies.ssoOnly),
    [policyLabels.language]: policyFormatters.language(policies.language),
  }
}

export type PolicyRow = { name: string; hint: string; value: string; isDefault: boolean }
/** The policies by what they are about, with what each means. */
export const policyGroups = (policies: TenantPolicies): { title: string; rows: readonly PolicyRow[] }[] => {
  const {
    idleMinutes,
    absoluteMinutes,
    mostDevices,
    secondStepFrom,
    addresses,
    switchPolicy,
    ssoOnly,
    platform,
    language,
  } = policies
  const minutes = (own: number | null, most: number) => ({
    value: formatMinutes(Math.min(own ?? most, most)),
    isDefault: own === null,
  })
  const set = (value: string) => ({ value, isDefault: false })
  return [
    {
      title: t('会话'),
      rows: [
        {
          name: t('无操作自动退出'),
          hint: t('超过该时长无操作时退出登录'),
          ...minutes(idleMinutes, platform.idleMinutes),
        },
        {
          name: t('最长登录时长'),
          hint: t('登录超过该时长须重新登录'),
          ...minutes(absoluteMinutes, platform.absoluteMinutes),
        },
        {
          name: policyLabels.mostDevices,
          hint: t('超过时最早登录的设备下线'),
          ...set(mostDevices === null ? t('不限') : t('{mostDevices} 台', { mostDevices })),
        },
      ],
    },
    {
      title: t('登录', { context: 'noun' }),
      rows: [
        {
          name: policyLabels.secondStepFrom,
          hint: t('自该时间起登录须二次验证'),
          ...set(policyFormatters.secondStepFrom(secondStepFrom)),
        },
        {
          name: policyLabels.addresses,
          hint: t('仅列表中的地址可登录'),
          ...set(policyFormatters.addresses(addresses)),
        },
        {
          name: policyLabels.ssoOnly,
          hint: t('公司管理员仍可用密码加二次验证登录'),
          ...set(ssoOnly ? t('已开启') : t('未开启')),
        },
      ],
    },
    {
      title: t('平台'),
      rows: [
        {
          name: policyLabels.switchPolicy,
          hint: t('平台人员能否进入公司查看或操作'),
          ...set(switchPolicyNames[switchPolicy]),
        },
      ],
    },
    {
      title: t('语言'),
      rows: [
        {
          name: policyLabels.language,
          hint: t('未自行选择语言的用户使用的语言'),
          ...set(policyFormatters.language(language)),
        },
      ],
    },
  ]
}
