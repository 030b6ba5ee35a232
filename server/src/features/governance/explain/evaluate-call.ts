import type { DecisionStep } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Decision } from '../../../kernel/scope.ts'
import {
  guestRights,
  type HeldRights,
  type PlanCeiling,
  type RoleWithRights,
  readRights,
  roleAssignments,
} from '../../access/authorization/index.ts'
import { createRightsCompiler, withoutObservation } from '../../access/registry/index.ts'
import { refusalMessages } from '../../tenancy/tenants/index.ts'
import { currentRoles } from './current-roles.ts'
import {
  type AssignedRole,
  decisionSteps,
  elementText,
  holdsOne,
  type PageMenu,
  roleText,
  withFurtherElements,
  withMenu,
} from './decision-steps.ts'
import {
  type BoundElement,
  type EvaluatedCall,
  evaluatedCallsRepository as repository,
} from './evaluated-calls.repository.ts'
import type { Page } from './pages.ts'

type Person = NonNullable<Awaited<ReturnType<typeof repository.person>>>
/** The current decision about one user and one call. */
export type Evaluation = {
  allowed: boolean
  steps: DecisionStep[]
  /** Whether the company's plan holds what is required, or there is none, and no module is off. If false, no role helps. */
  planned: boolean
  /**
   * Elements that allow the call, lowest risk first, each with the first roles that hold it, fewest rights first, and
   * their total.
   */
  elements: (BoundElement & { roles: RoleWithRights[]; roleCount: number })[]
  /** The smallest change that would allow it; empty if allowed. */
  advice: string
}

const statusTexts: Readonly<Record<number, string>> = { 0: '账号已停用', 2: '账号已锁定' }
const active = 1
const foreignApi: Decision = {
  allowed: false,
  trace: [{ step: 'auth', ok: false, detail: '接口由业务系统提供，不在控制台判定' }],
}

/** Maximum number of roles listed per element. */
const maxNamedRoles = 20

const admitted = (asksElement: boolean): Decision => ({
  allowed: true,
  trace: [
    { step: 'session', ok: true, detail: t('账号可用') },
    { step: 'company', ok: true, detail: t('公司可用') },
    ...(asksElement ? [{ step: 'element' as const, ok: true, detail: '' }] : []),
  ],
})

/** An actor's session and company were checked at sign-in; a user who is only asked about may fail there. */
const withStatus = (decision: Decision, { standing, admission }: Person): Decision => {
  const problems = {
    session: standing === active ? undefined : (statusTexts[standing] ?? t('账号不可用')),
    company: refusalMessages[admission],
  }
  const trace = decision.trace.map((each) => {
    const problem = each.step === 'session' || each.step === 'company' ? problems[each.step] : undefined
    return problem === undefined ? each : { ...each, ok: false, detail: problem }
  })
  return { allowed: decision.allowed && Object.values(problems).every((each) => each === undefined), trace }
}

const alternativesText = ({ length }: Evaluation['elements']) =>
  length > 1 ? t('（或其他 {length} 个权限点之一）', { length: length - 1 }) : ''
const pageAdvice = ({ name }: Page, elements: Evaluation['elements']) => {
  const [wanted] = elements
  if (!wanted) return t('缺少菜单“{name}”，需授予该用户的角色', { name })
  const holders =
    wanted.roleCount === 0
      ? t('目前没有角色同时拥有两者')
      : t('有 {roleCount} 个角色同时拥有两者', { roleCount: wanted.roleCount })
  return t('打开页面“{name}”需要该菜单和权限点 {elementText}{elements}；{holders}', {
    name,
    elementText: elementText([wanted]),
    elements: alternativesText(elements),
    holders,
  })
}

type Findings = { steps: readonly DecisionStep[]; assigned: readonly AssignedRole[]; elements: Evaluation['elements'] }
const adviceFor = ({ steps, assigned, elements }: Findings, page: Page | null) => {
  const failedStep = steps.find(({ step, ok }) => !ok && (step === 'session' || step === 'company'))
  if (failedStep) return t('{detail}，恢复后才能访问', { detail: failedStep.detail })
  const off = steps.find(({ step, ok }) => !ok && step === 'module')
  if (off) return off.detail
  const plan = steps.find(({ step, ok }) => !ok && step === 'plan')
  if (plan) return t('{detail}，需由平台调整或更换套餐', { detail: plan.detail })
  const [wanted] = elements
  if (page) return pageAdvice(page, elements)
  if (!wanted) return t('接口未绑定权限点，请先绑定权限点再授权')
  const lacking =
    assigned.length === 0 ? t('没有有效的角色，缺少') : t('{assigned}缺少', { assigned: roleText(assigned) })
  const holders =
    wanted.roleCount === 0
      ? t('目前没有角色拥有该权限点')
      : t('{value} {roleCount} 个角色拥有该权限点', {
          value: assigned.length === 0 ? t('有') : t('另有'),
          roleCount: wanted.roleCount,
        })
  return t('{lacking}权限点 {elementText}{elements}；{holders}', {
    lacking,
    elementText: elementText([wanted]),
    elements: alternativesText(elements),
    holders,
  })
}

/** Elements required besides admission, any one of which is enough; for a page its current ones. */
export const furtherElements = ({ element, page }: Pick<EvaluatedCall, 'element' | 'page'>): readonly string[] => {
  if (page) return page.elements
  return element === null ? [] : [element]
}

/** The required elements that the plan holds; all of them if it holds none. */
const limitToPlan = (needed: readonly BoundElement[], plan: PlanCeiling | undefined): readonly BoundElement[] => {
  const inPlan = plan ? needed.filter(({ code }) => plan.elements.includes(code)) : needed
  return inPlan.length > 0 ? inPlan : needed
}

/** The elements a call requires, any one of which is enough, and the text that introduces them. */
export const requiredElements = async (db: Db, { address, element, page }: EvaluatedCall) => {
  const need = page ? t('打开页面需要权限点') : address === null ? t('查询的是权限点') : t('该操作还需要权限点')
  const further = furtherElements({ element, page })
  if (further.length > 0) return { elements: await repository.elementsByCodes(db, further), need }
  return { elements: address === null ? [] : await repository.listElements(db, address), need: undefined }
}

/** Whether a user currently has the menu of a page with its ancestors and their required elements, within the plan. */
export const evaluateMenu = async (
  db: Db,
  owner: { companyId: string; userId: string },
  { name, menuIds, ancestorElements }: Page,
  { permissions, plan }: Pick<HeldRights, 'permissions' | 'plan'>,
): Promise<PageMenu> => {
  const { everything, menus } = await roleAssignments.readCeiling(db, owner)
  const isHeld = (id: string) => (everything || menus.includes(id)) && (!plan || plan.menus.includes(id))
  return { name, isHeld: menuIds.every(isHeld) && ancestorElements.every((needed) => holdsOne(permissions, needed)) }
}

/** Pages have no API: admission only checks session and company. */
export const pageAdmission = ({ elements }: Page): Decision => admitted(elements.length > 0)

/**
 * Returns a function that evaluates a call of a user as it would be decided now: by the admission decision itself, and
 * by further required elements.
 */
export const createEvaluator = (catalogue: Catalogue) => {
  const compileRights = createRightsCompiler(catalogue)

  const decideAdmission = async (db: Db, rights: HeldRights, call: EvaluatedCall): Promise<Decision> => {
    const { address, element, page, visited } = call
    if (page) return pageAdmission(page)
    if (address === null) return admitted(element !== null)
    const endpoint = catalogue.endpointAt(address)
    if (!endpoint) return foreignApi
    const { decide } = await compileRights(db, rights, await repository.registryEpoch(db))
    return (visited ? withoutObservation(decide) : decide)(endpoint)
  }

  return async (db: Db, companyId: string, person: Person, question: EvaluatedCall): Promise<Evaluation> => {
    const own = await readRights(db, companyId, person.id)
    const rights = question.visited ? guestRights(own.permissions, question.visited.plan) : own
    const admission = await decideAdmission(db, rights, question)
    // A call denied at admission lacks the elements of its API, not the further one.
    const call = admission.allowed ? question : { ...question, element: null }
    const owner = { companyId, userId: person.id }
    const { page } = call
    const [assigned, { elements: needed, need }, menu] = await Promise.all([
      currentRoles(db, owner),
      requiredElements(db, call),
      page ? evaluateMenu(db, owner, page, rights) : undefined,
    ])
    const decision = withMenu(withStatus(withFurtherElements(admission, rights, furtherElements(call)), person), menu)
    const steps = decisionSteps(decision, { roles: assigned, bound: needed, need, menu })
    const elements = await Promise.all(
      limitToPlan(needed, rights.plan).map(async (element) => {
        const wanted = { element: element.code, menus: page?.menuIds ?? [], limit: maxNamedRoles }
        const { roles, total } = await roleAssignments.rolesHolding(db, companyId, wanted)
        return { ...element, roles, roleCount: total }
      }),
    )
    return {
      allowed: decision.allowed,
      steps,
      planned: steps.every(({ step, ok }) => ok || (step !== 'plan' && step !== 'module')),
      elements,
      advice: decision.allowed ? '' : adviceFor({ steps, assigned, elements }, page),
    }
  }
}
