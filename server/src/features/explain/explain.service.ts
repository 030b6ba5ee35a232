import type {
  DecisionStep,
  Explanation,
  explainContract,
  OwnExplanation,
} from '@atrium/contract/features/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/explain/explain.errors.ts'
import { eventName } from '@atrium/contract/features/operation-logs/event-words.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, Refused, type RequestScope } from '../../kernel/scope.ts'
import { type Giving, givingOf, rightsOf } from '../access/index.ts'
import { endpointAt } from '../registry/index.ts'
import { accessRequestsRepository as requests } from './access-requests.repository.ts'
import { holdsOne, withScope } from './decision-steps.ts'
import { type Address, denialsRepository as denials, type KeptDenial } from './denials.repository.ts'
import { createJudge, type Judgement, menuOf } from './judge.ts'
import { type JudgedCall, judgedCallsRepository as repository } from './judged-calls.repository.ts'
import { pageAt, pageOfMenu } from './pages.ts'
import { scopeStep } from './scope-step.ts'
import { visitedPlan } from './visited-plan.ts'

type Asked = InputOf<typeof explainContract.explain>['query']
type AskedOwn = InputOf<typeof explainContract.ownRequests>['query']
const scopeAdvice = '可以调用，但看不到这条记录：需要调整他角色的数据范围或数据规则'
type AskedDenials = InputOf<typeof explainContract.denials>['query']
/** What a call is called: by what the log says of it, or else by what opens it. */
const callName = (address: Address, elements: Judgement['elements'], registered: string): string => {
  const endpoint = endpointAt(address)
  if (endpoint && endpoint.method !== 'GET' && 'event' in endpoint.audit) return eventName(endpoint.audit.event)
  return elements[0]?.name ?? registered
}

/** Whoever may make the call may yet not see the record: no element helps him then. */
const withRecord = (judgement: Judgement, scope: DecisionStep): Judgement => {
  const { allowed, steps } = judgement
  const judged = { ...judgement, allowed: allowed && scope.ok, steps: withScope(steps, allowed, scope) }
  return allowed && !scope.ok ? { ...judged, elements: [], advice: scopeAdvice } : judged
}

const elementsFor = ({ mayGive }: Giving, elements: Judgement['elements']): Explanation['elements'] =>
  elements.map((element) => ({
    ...element,
    roles: element.roles.map((role) => ({ ...role, grantable: mayGive(role) })),
  }))

/** Why calls were refused, and what would change that (beyond N1). */
export const createExplain = (database: Database) => {
  const judge = createJudge()
  const visitedIn = async ({ acting }: KeptDenial): Promise<JudgedCall['visited']> =>
    acting ? { plan: await visitedPlan(database, acting.id) } : undefined

  /** The person and the call that are asked about; the denial too, where there was one. */
  const askedFor = async (db: Db, actor: Actor, { traceId, userId = '', apiId, element }: Asked) => {
    if (traceId !== undefined) {
      const denial = await denials.find(db, actor, traceId)
      if (!denial) throw new AppError(explainErrors.noDenial)
      const page = await pageOfMenu(db, denial.menuId)
      const api = page ? null : orNotFound(await repository.apiAt(db, denial))
      return { userId: denial.userId, denial, api, element: denial.element, page }
    }
    if (apiId !== undefined)
      return { userId, api: orNotFound(await repository.apiById(db, apiId)), element: null, page: null }
    const [known] = await repository.elementsCoded(db, [element ?? ''])
    return { userId, api: null, element: orNotFound(known).code, page: null }
  }
  const ownDenial = async (db: Db, actor: Actor, traceId: string): Promise<KeptDenial> => {
    const denial = await denials.findOwn(db, actor, traceId)
    if (!denial) throw new AppError(explainErrors.noDenial)
    return denial
  }
  const judgedNow = async (db: Db, { companyId, userId }: Actor, denial: KeptDenial) => {
    const page = await pageOfMenu(db, denial.menuId)
    const person = orNotFound(await repository.person(db, companyId, userId))
    const asked = { address: page ? null : denial, element: denial.element, page, visited: await visitedIn(denial) }
    const judged = await judge(db, companyId, person, asked)
    // What the plan of a company he visited lacks, nobody at home could give him.
    return { ...judged, page, askable: denial.acting && !judged.planned ? [] : judged.elements }
  }

  return {
    /** Throws `noDenial` when nothing is kept under the trace id, and `notFound` for a person, API or element that is not there. */
    async explain({ db, actor }: RequestScope, asked: Asked): Promise<Explanation> {
      const { companyId } = actor
      const { userId, denial, api, element, page } = await askedFor(db, actor, asked)
      const person = orNotFound(await repository.seenPerson(db, actor, userId))
      const visited = denial && (await visitedIn(denial))
      const call = await judge(db, companyId, person, { address: api, element, page, visited })
      const module = api ? endpointAt(api)?.module : element?.split(':')[0]
      const { resourceId: recordId } = asked
      const scope =
        recordId === undefined ? undefined : await scopeStep(db, actor, { person, module: module ?? '', recordId })
      const { allowed, steps, planned, elements, advice } = scope ? withRecord(call, scope) : call
      const { id, name, account } = person
      const codes = elements.map(({ code }) => code)
      return {
        denial: denial
          ? { traceId: denial.traceId, time: denial.time, steps: denial.steps, visited: denial.acting?.name ?? null }
          : null,
        person: { id, name, account },
        page: page && { name: page.name, path: page.path },
        api: api && { method: api.method, path: api.path, name: callName(api, elements, api.name) },
        now: { allowed, steps },
        advice,
        elements: planned ? elementsFor(await givingOf(db, actor), elements) : [],
        requestId: (await requests.findOpen(db, { companyId, userId }, codes))?.id ?? null,
      }
    },

    /** Throws `tooDeep`. */
    async denials({ db, actor }: RequestScope, query: AskedDenials) {
      refuseDepth(query)
      return denials.byPerson(db, actor, query)
    },
    subjects: ({ db }: RequestScope, search: string) => repository.subjects(db, search),

    /** Throws `noDenial` unless the caller himself was refused under that trace id. */
    async mine({ db, actor }: RequestScope, traceId: string): Promise<OwnExplanation> {
      const denial = await ownDenial(db, actor, traceId)
      const { allowed, planned, elements, askable, page } = await judgedNow(db, actor, denial)
      const codes = elements.map(({ code }) => code)
      return {
        traceId: denial.traceId,
        time: denial.time,
        what: page ? '这个页面' : callName(denial, elements, '这项操作'),
        page: page !== null,
        permissions: elements.map(({ name }) => name),
        visited: denial.acting && { company: denial.acting.name, planned },
        allowedNow: allowed,
        requestable: !allowed && askable.length > 0,
        request: (await requests.findLatest(db, actor, codes, denial.time)) ?? null,
      }
    },

    /**
     * Whether there is such a page. Refuses, so that it is kept and explained, whoever cannot open one that is there. What the
     * plan of a company leaves out is nothing its people are told of (threat T13).
     */
    async page({ db, actor }: RequestScope, path: string): Promise<{ state: 'unknown' | 'open' }> {
      const [page, { permissions, plan }] = await Promise.all([
        pageAt(db, path),
        rightsOf(db, actor.companyId, actor.userId),
      ])
      if (!page || (plan && !page.line.every((id) => plan.menus.includes(id)))) return { state: 'unknown' }
      const menu = await menuOf(db, actor, page, { permissions, plan })
      if (!(holdsOne(permissions, page.elements) && menu.held))
        throw new Refused(actor, page.elements[0] ?? null, page.id)
      return { state: 'open' }
    },

    /** Throws `tooDeep`. */
    async ownRequests({ db, actor }: RequestScope, query: AskedOwn) {
      refuseDepth(query)
      return requests.listOwn(db, actor, query)
    },

    /** Throws `noDenial`, `alreadyAllowed`, `nothingToRequest` and `alreadyRequested`. */
    async request({ db, actor, note }: RequestScope, { traceId, reason }: { traceId: string; reason: string }) {
      const denial = await ownDenial(db, actor, traceId)
      const { allowed, askable } = await judgedNow(db, actor, denial)
      if (allowed) throw new AppError(explainErrors.alreadyAllowed)
      const [wanted] = askable
      if (!wanted) throw new AppError(explainErrors.nothingToRequest)
      if (await requests.findOpen(db, actor, [wanted.code])) throw new AppError(explainErrors.alreadyRequested)
      const { traceId: kept, menuId } = denial
      const created = await requests.insert(db, actor, { element: wanted.code, menuId, traceId: kept, reason })
      note({ entityId: created.id, entityName: wanted.name, after: { element: wanted.name, reason } })
      return created
    },
  }
}
export type ExplainService = ReturnType<typeof createExplain>
