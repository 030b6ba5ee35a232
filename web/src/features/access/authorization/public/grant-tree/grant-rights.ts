import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '../../../../../ui/texts.ts'
import { isTicked, type Ticks } from './ticks.ts'

/** Why a right can be neither granted nor revoked, short and in one sentence. */
export const lockWords = {
  ceiling: { short: t('未持有'), sentence: t('您没有此权限，不能授予或收回') },
  inherited: { short: t('继承'), sentence: t('继承自上级角色') },
  plan: { short: t('套餐不含'), sentence: t('公司的套餐不包含此权限') },
} as const

export type Right = {
  id: string
  name: string
  /** Granted as stored, inherited rights included. */
  checked: boolean
  locked?: keyof typeof lockWords | null
}
export type GrantElement = Right & {
  code: string
  risk: 'low' | 'mid' | 'high'
  /** Effect of a field restriction on users without it. */
  effect?: FieldEffect | null
}
export type GrantMenu = Right & {
  icon: string
  /** Ids of elements; without at least one of them the page shows nothing. */
  needs: readonly string[]
  children: readonly GrantMenu[]
}
export type GrantModule = { moduleId: string; code: string; name: string; elems: readonly GrantElement[] }

/** Ticks of menus and elements, undefined where nothing can be changed. */
export type GrantTicks = { menus: Ticks; elems: Ticks }
export type GrantKind = keyof GrantTicks

/** Whether a right is granted, as ticked now or inherited. */
export const isGranted = (ticks: GrantTicks | undefined, kind: GrantKind, { id, locked, checked }: Right): boolean =>
  ticks ? (locked === 'inherited' && checked) || isTicked(ticks[kind], id) : checked

export const isUnlocked = ({ locked }: Right): boolean => (locked ?? null) === null

/** Whether there is nothing to do with a right: it is not granted, and the editor cannot grant it. */
export const isUngrantable = (right: Right): boolean => !isUnlocked(right) && !right.checked
