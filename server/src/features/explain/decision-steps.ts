import type { DecisionStep } from '@atrium/contract/features/explain/explain.contract.ts'
import type { Actor, Decision } from '../../kernel/scope.ts'
import type { HeldRights } from '../access/index.ts'
import { planStep } from '../registry/index.ts'
import type { BoundElement } from './judged-calls.repository.ts'

/** A role somebody wears at this moment, and what it holds. */
export type WornRole = { name: string; everything: boolean; elements: readonly string[] }

const named = ({ name, code }: BoundElement) => `${name}（${code}）`
export const elementText = (elements: readonly BoundElement[]): string => elements.map(named).join('、')
export const roleText = (roles: readonly Pick<WornRole, 'name'>[]): string =>
  `角色${roles.map(({ name }) => `“${name}”`).join('、')}`

/** Whether somebody holds one of these elements; of none, it is not asked. */
export const holdsOne = (permissions: Actor['permissions'], elements: readonly string[]): boolean =>
  elements.length === 0 || permissions === 'everything' || elements.some((code) => permissions.has(code))

const rolesStep = (roles: readonly WornRole[], bound: readonly BoundElement[]): DecisionStep => {
  const holders = roles.filter(
    ({ everything, elements }) => everything || bound.some(({ code }) => elements.includes(code)),
  )
  if (holders.length > 0) return { step: 'roles', ok: true, detail: `${roleText(holders)}拥有所需的元素` }
  const lacking =
    roles.length === 0 ? '没有有效的角色' : `${roleText(roles)}${roles.length > 1 ? '都' : ''}没有所需的元素`
  return { step: 'roles', ok: false, detail: lacking }
}

/**
 * What the door found, and what the call then asked for besides: elements of its own, of which somebody holds one or not.
 * Whoever the door turns away is not asked for more.
 */
export const withFurther = (
  door: Decision,
  { permissions, held, plan }: HeldRights,
  elements: readonly string[],
): Decision => {
  if (elements.length === 0 || !door.allowed) return door
  const detail = elements.join('、')
  const trace = door.trace.map((each) => {
    if (each.step === 'element') return { ...each, ok: holdsOne(held, elements), detail }
    if (each.step === 'plan' && plan) return planStep(plan, holdsOne(new Set(plan.elements), elements), detail)
    return each
  })
  return { allowed: holdsOne(permissions, elements), trace }
}

/** The menu of a page, which somebody has or not. */
export type WantedMenu = { name: string; held: boolean }
const menuStep = ({ name, held }: WantedMenu, roles: readonly WornRole[]): DecisionStep => {
  if (held) return { step: 'menu', ok: true, detail: `已授予菜单“${name}”` }
  const lacking = roles.length === 0 ? '没有有效的角色' : roleText(roles)
  return { step: 'menu', ok: false, detail: `${lacking}没有授予菜单“${name}”` }
}

/** Whoever lacks the menu of a page cannot open it, whatever else he has. */
export const withMenu = (decision: Decision, menu: WantedMenu | undefined): Decision =>
  menu && !menu.held ? { ...decision, allowed: false } : decision

const resultStep = (allowed: boolean): DecisionStep => ({
  step: 'result',
  ok: allowed,
  detail: allowed ? '允许访问' : '拒绝访问',
})
/** The same steps with that of the data scope before the result, which hangs on it too. */
export const withScope = (steps: readonly DecisionStep[], allowed: boolean, scope: DecisionStep): DecisionStep[] => [
  ...steps.filter(({ step }) => step !== 'result'),
  scope,
  resultStep(allowed && scope.ok),
]

type Looked = {
  /** The roles that were looked at. */
  roles: readonly WornRole[]
  /** The elements any one of which was needed, and how that is said. */
  bound: readonly BoundElement[]
  need?: string | undefined
  menu?: WantedMenu | undefined
}

/** A decision as people read it, step by step. In: what was found, and what was looked at. The last step is the result. */
export const decisionSteps = (
  { allowed, trace }: Decision,
  { roles, bound, need = '接口绑定了元素', menu }: Looked,
): DecisionStep[] => {
  const steps = trace.flatMap((each): DecisionStep[] =>
    each.step === 'element' && bound.length > 0
      ? [{ step: 'element', ok: true, detail: `${need} ${elementText(bound)}` }, rolesStep(roles, bound)]
      : [each],
  )
  const menuSteps = menu ? [menuStep(menu, roles)] : []
  return [...steps, ...menuSteps, resultStep(allowed)]
}
