import type { DecisionStep } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Actor, Decision } from '../../../kernel/scope.ts'
import { productName } from '../../../kernel/texts/product-name.ts'
import type { HeldRights } from '../../access/authorization/index.ts'
import { planStep } from '../../access/registry/index.ts'
import type { BoundElement } from './evaluated-calls.repository.ts'

/** A role the user currently holds, with its elements. */
export type AssignedRole = { name: string; everything: boolean; elements: readonly string[] }

const named = ({ name, code }: BoundElement) => notedText(productName(name), code)
export const elementText = (elements: readonly BoundElement[]): string => listText(elements.map(named))
export const roleText = (roles: readonly Pick<AssignedRole, 'name'>[]): string =>
  t('角色{roles}', { roles: listText(roles.map(({ name }) => `“${productName(name)}”`)) })

/** Whether one of these elements is held; true if none is required. */
export const holdsOne = (permissions: Actor['permissions'], elements: readonly string[]): boolean =>
  elements.length === 0 || permissions === 'everything' || elements.some((code) => permissions.has(code))

const rolesStep = (roles: readonly AssignedRole[], bound: readonly BoundElement[]): DecisionStep => {
  const holders = roles.filter(
    ({ everything, elements }) => everything || bound.some(({ code }) => elements.includes(code)),
  )
  if (holders.length > 0)
    return { step: 'roles', ok: true, detail: t('{holders}拥有所需的权限点', { holders: roleText(holders) }) }
  const lacking =
    roles.length === 0
      ? t('没有有效的角色')
      : t('{roles}{value}没有所需的权限点', { roles: roleText(roles), value: roles.length > 1 ? t('都') : '' })
  return { step: 'roles', ok: false, detail: lacking }
}

/**
 * Combines the decision at admission with elements required behind it, any one of which is enough. Denied calls require
 * nothing more.
 */
export const withFurtherElements = (
  admission: Decision,
  { permissions, heldPermissions, plan }: HeldRights,
  elements: readonly string[],
): Decision => {
  if (elements.length === 0 || !admission.allowed) return admission
  const detail = listText(elements)
  const trace = admission.trace.map((each) => {
    if (each.step === 'element') return { ...each, ok: holdsOne(heldPermissions, elements), detail }
    if (each.step === 'plan' && plan) return planStep(plan, holdsOne(new Set(plan.elements), elements), detail)
    return each
  })
  return { allowed: holdsOne(permissions, elements), trace }
}

/** The menu of a page, and whether the user has it. */
export type PageMenu = { name: string; isHeld: boolean }
const menuStep = ({ name, isHeld }: PageMenu, roles: readonly AssignedRole[]): DecisionStep => {
  if (isHeld) return { step: 'menu', ok: true, detail: t('已授予菜单“{name}”', { name: productName(name) }) }
  const lacking = roles.length === 0 ? t('没有有效的角色') : roleText(roles)
  return { step: 'menu', ok: false, detail: t('{lacking}没有授予菜单“{name}”', { lacking, name: productName(name) }) }
}

/** A page whose menu is missing cannot be opened, whatever other rights are held. */
export const withMenu = (decision: Decision, menu: PageMenu | undefined): Decision =>
  menu && !menu.isHeld ? { ...decision, allowed: false } : decision

const resultStep = (allowed: boolean): DecisionStep => ({
  step: 'result',
  ok: allowed,
  detail: allowed ? t('允许访问') : t('拒绝访问'),
})
/** Adds the data scope step before the result, which depends on it too. */
export const withScope = (steps: readonly DecisionStep[], allowed: boolean, scope: DecisionStep): DecisionStep[] => [
  ...steps.filter(({ step }) => step !== 'result'),
  scope,
  resultStep(allowed && scope.ok),
]

type Evaluated = {
  /** The evaluated roles. */
  roles: readonly AssignedRole[]
  /** The required elements, any one of which is enough, and the text that introduces them. */
  bound: readonly BoundElement[]
  need?: string | undefined
  menu?: PageMenu | undefined
}

/** A decision as display steps, the result last. Takes the decision, and what was evaluated. */
export const decisionSteps = (
  { allowed, trace }: Decision,
  { roles, bound, need = t('接口绑定了权限点'), menu }: Evaluated,
): DecisionStep[] => {
  const steps = trace.flatMap((each): DecisionStep[] =>
    each.step === 'element' && bound.length > 0
      ? [{ step: 'element', ok: true, detail: `${need} ${elementText(bound)}` }, rolesStep(roles, bound)]
      : [each],
  )
  const menuSteps = menu ? [menuStep(menu, roles)] : []
  return [...steps, ...menuSteps, resultStep(allowed)]
}
