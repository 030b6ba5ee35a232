import type { DecisionStep } from '@atrium/contract/features/explain/explain.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Decision } from '../../kernel/scope.ts'
import { asGuest, type GivingRole, type HeldRights, type PlanCeiling, rightsOf, wornRoles } from '../access/index.ts'
import { closedDoors } from '../companies/index.ts'
import { createRights, endpointAt, withoutObserving } from '../registry/index.ts'
import {
  decisionSteps,
  elementText,
  holdsOne,
  roleText,
  type WantedMenu,
  type WornRole,
  withFurther,
  withMenu,
} from './decision-steps.ts'
import { type BoundElement, type JudgedCall, judgedCallsRepository as repository } from './judged-calls.repository.ts'
import type { Page } from './pages.ts'
import { wornNow } from './worn-now.ts'

type Person = NonNullable<Awaited<ReturnType<typeof repository.person>>>
/** A decision about one person and one call, as things stand now. */
export type Judgement = {
  allowed: boolean
  steps: DecisionStep[]
  /** The plan of the company holds what is needed, or there is none: then no role helps before it does. */
  planned: boolean
  /** What opens the call, the least risky first, each with the first roles that hold it, those that hold least first, and how many do. */
  elements: (BoundElement & { roles: GivingRole[]; roleCount: number })[]
  /** The smallest change that would allow it; empty when it is allowed. */
  advice: string
}

const standings: Readonly<Record<number, string>> = { 0: '账号已停用', 2: '账号已锁定' }
const active = 1
const foreign: Decision = {
  allowed: false,
  trace: [{ step: 'auth', ok: false, detail: '接口由业务系统提供，不在控制台判定' }],
}

/** How many roles are named of those that hold an element. */
const namedRoles = 20

const noDoor = (asksElement: boolean): Decision => ({
  allowed: true,
  trace: [
    { step: 'session', ok: true, detail: '账号可用' },
    { step: 'company', ok: true, detail: '企业可用' },
    ...(asksElement ? [{ step: 'element' as const, ok: true, detail: '' }] : []),
  ],
})

/** That session and company are in order is what made somebody an actor; whoever is only asked about may fail there. */
const withStanding = (decision: Decision, { standing, door }: Person): Decision => {
  const problems = {
    session: standing === active ? undefined : (standings[standing] ?? '账号不可用'),
    company: closedDoors[door],
  }
  const trace = decision.trace.map((each) => {
    const problem = each.step === 'session' || each.step === 'company' ? problems[each.step] : undefined
    return problem === undefined ? each : { ...each, ok: false, detail: problem }
  })
  return { allowed: decision.allowed && Object.values(problems).every((each) => each === undefined), trace }
}

const othersText = ({ length }: Judgement['elements']) => (length > 1 ? `（或其他 ${length - 1} 个元素之一）` : '')
const pageAdvice = ({ name }: Page, elements: Judgement['elements']) => {
  const [wanted] = elements
  if (!wanted) return `缺少菜单“${name}”，需要把它授予他的角色`
  const holders = wanted.roleCount === 0 ? '目前没有角色两者都有' : `有 ${wanted.roleCount} 个角色两者都有`
  return `打开页面“${name}”需要它的菜单和元素 ${elementText([wanted])}${othersText(elements)}；${holders}`
}

type Found = { steps: readonly DecisionStep[]; worn: readonly WornRole[]; elements: Judgement['elements'] }
const adviceFor = ({ steps, worn, elements }: Found, page: Page | null) => {
  const broken = steps.find(({ step, ok }) => !ok && (step === 'session' || step === 'company'))
  if (broken) return `${broken.detail}，恢复后才能访问`
  const plan = steps.find(({ step, ok }) => !ok && step === 'plan')
  if (plan) return `${plan.detail}，需要平台调整套餐或更换套餐`
  const [wanted] = elements
  if (page) return pageAdvice(page, elements)
  if (!wanted) return '接口没有绑定元素，需要先在元素中绑定它，才能授权'
  const lacking = worn.length === 0 ? '没有有效的角色，缺少' : `${roleText(worn)}缺少`
  const holders =
    wanted.roleCount === 0
      ? '目前没有角色拥有它'
      : `${worn.length === 0 ? '有' : '另有'} ${wanted.roleCount} 个角色拥有它`
  return `${lacking}元素 ${elementText([wanted])}${othersText(elements)}；${holders}`
}

/** The elements that are asked for besides the door, any one of which is enough: of a page as it is now. */
export const furtherOf = ({ element, page }: Pick<JudgedCall, 'element' | 'page'>): readonly string[] => {
  if (page) return page.elements
  return element === null ? [] : [element]
}

/** Of what would open a call, what a plan lets people have; all of it where that is nothing. */
const givable = (needed: readonly BoundElement[], plan: PlanCeiling | undefined): readonly BoundElement[] => {
  const within = plan ? needed.filter(({ code }) => plan.elements.includes(code)) : needed
  return within.length > 0 ? within : needed
}

/** What a call needs: the elements any one of which is enough, and how that is said. */
export const neededFor = async (db: Db, { address, element, page }: JudgedCall) => {
  const need = page ? '打开页面需要元素' : address === null ? '查询的是元素' : '这项操作还需要元素'
  const further = furtherOf({ element, page })
  if (further.length > 0) return { elements: await repository.elementsCoded(db, further), need }
  return { elements: address === null ? [] : await repository.elementsOf(db, address), need: undefined }
}

/** Whether somebody is given the menu of a page at this moment, with all above it and what that needs, within the plan. */
export const menuOf = async (
  db: Db,
  owner: { companyId: string; userId: string },
  { name, line, above }: Page,
  { permissions, plan }: Pick<HeldRights, 'permissions' | 'plan'>,
): Promise<WantedMenu> => {
  const { everything, menus } = await wornRoles.ceilingOf(db, owner)
  const isHeld = (id: string) => (everything || menus.includes(id)) && (!plan || plan.menus.includes(id))
  return { name, held: line.every(isHeld) && above.every((needed) => holdsOne(permissions, needed)) }
}

/** A page is opened by no API: that session and company are in order is all that is asked at its door. */
export const pageDoor = ({ elements }: Page): Decision => noDoor(elements.length > 0)

/**
 * Judges as the call would be judged at this moment: by the very decision the door takes, and by what it asks for besides.
 * Out: a function of the person and the call.
 */
export const createJudge = () => {
  const decideFor = createRights()

  const doorOf = async (db: Db, rights: HeldRights, call: JudgedCall): Promise<Decision> => {
    const { address, element, page, visited } = call
    if (page) return pageDoor(page)
    if (address === null) return noDoor(element !== null)
    const endpoint = endpointAt(address)
    if (!endpoint) return foreign
    const { decide } = await decideFor(db, rights, await repository.registryEpoch(db))
    return (visited ? withoutObserving(decide) : decide)(endpoint)
  }

  return async (db: Db, companyId: string, person: Person, asked: JudgedCall): Promise<Judgement> => {
    const own = await rightsOf(db, companyId, person.id)
    const rights = asked.visited ? asGuest(own.permissions, asked.visited.plan) : own
    const door = await doorOf(db, rights, asked)
    // Who would be turned away at the door lacks what opens it.
    const call = door.allowed ? asked : { ...asked, element: null }
    const owner = { companyId, userId: person.id }
    const { page } = call
    const [worn, { elements: needed, need }, menu] = await Promise.all([
      wornNow(db, owner),
      neededFor(db, call),
      page ? menuOf(db, owner, page, rights) : undefined,
    ])
    const judged = withMenu(withStanding(withFurther(door, rights, furtherOf(call)), person), menu)
    const steps = decisionSteps(judged, { roles: worn, bound: needed, need, menu })
    const elements = await Promise.all(
      givable(needed, rights.plan).map(async (element) => {
        const wanted = { element: element.code, menus: page?.line ?? [], most: namedRoles }
        const { roles, total } = await wornRoles.holding(db, companyId, wanted)
        return { ...element, roles, roleCount: total }
      }),
    )
    return {
      allowed: judged.allowed,
      steps,
      planned: steps.every(({ step, ok }) => ok || step !== 'plan'),
      elements,
      advice: judged.allowed ? '' : adviceFor({ steps, worn, elements }, page),
    }
  }
}
