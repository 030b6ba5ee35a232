import type {
  DecisionStep,
  Explanation,
  explainContract,
  OwnExplanation,
} from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, PermissionDenied, type RequestScope } from '../../../kernel/scope.ts'
import { type GrantLimits, readGrantLimits, readRights } from '../../access/authorization/index.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import { accessApproval, toAccessSubject } from './access-approval.ts'
import { accessRequestsRepository as requests } from './access-requests.repository.ts'
import { holdsOne, withScope } from './decision-steps.ts'
import { type Address, denialsRepository as denials, type StoredDenial } from './denials.repository.ts'
import { createEvaluator, type Evaluation, evaluateMenu } from './evaluate-call.ts'
import { type EvaluatedCall, evaluatedCallsRepository as repository } from './evaluated-calls.repository.ts'
import type { Pages } from './pages.ts'
import { scopeStep } from './scope-step.ts'
import { readVisitedPlan } from './visited-plan.ts'

type ExplainQuery = InputOf<typeof explainContract.explain>['query']
type OwnRequestsQuery = InputOf<typeof explainContract.ownRequests>['query']
const scopeAdvice = '可以调用，但无权查看该记录：需调整该用户角色的数据范围或数据规则'
type DenialsQuery = InputOf<typeof explainContract.denials>['query']
/** Display name of a call: its event, or else its element. */
const callName = (
  { endpointAt, eventName }: Catalogue,
  address: Address,
  elements: Evaluation['elements'],
  registered: string,
): string => {
  const endpoint = endpointAt(address)
  if (endpoint && endpoint.method !== 'GET' && 'event' in endpoint.audit) return eventName(endpoint.audit.event)
  return elements[0]?.name ?? registered
}

/** If the call is allowed but the record is hidden, no element helps. */
const withRecordScope = (evaluation: Evaluation, scope: DecisionStep): Evaluation => {
  const { allowed, steps } = evaluation
  const combined = { ...evaluation, allowed: allowed && scope.ok, steps: withScope(steps, allowed, scope) }
  return allowed && !scope.ok ? { ...combined, elements: [], advice: scopeAdvice } : combined
}

const withGrantable = ({ canAssign }: GrantLimits, elements: Evaluation['elements']): Explanation['elements'] =>
  elements.map((element) => ({
    ...element,
    roles: element.roles.map((role) => ({ ...role, grantable: canAssign(role) })),
  }))

export type ExplainPorts = { database: Database; catalogue: Catalogue; pages: Pages; approvals: Approvals }

/** Explains denials and what would change them. */
export const createExplain = ({ database, catalogue, pages, approvals }: ExplainPorts) => {
  const evaluate = createEvaluator(catalogue)
  const findVisitedPlan = async ({ acting }: StoredDenial): Promise<EvaluatedCall['visited']> =>
    acting ? { plan: await readVisitedPlan(database, acting.id) } : undefined

  /** Resolves the user and the call asked about, and the denial if asked by trace id. */
  const resolveQuestion = async (db: Db, actor: Actor, { traceId, userId = '', apiId, element }: ExplainQuery) => {
    if (traceId !== undefined) {
      const denial = await denials.find(db, actor, traceId)
      if (!denial) throw new AppError(explainErrors.noDenial)
      const page = await pages.ofMenu(db, denial.menuId)
      const api = page ? null : orNotFound(await repository.apiAt(db, denial))
      return { userId: denial.userId, denial, api, element: denial.element, page }
    }
    if (apiId !== undefined)
      return { userId, api: orNotFound(await repository.apiById(db, apiId)), element: null, page: null }
    const [known] = await repository.elementsByCodes(db, [element ?? ''])
    return { userId, api: null, element: orNotFound(known).code, page: null }
  }
  const ownDenial = async (db: Db, actor: Actor, traceId: string): Promise<StoredDenial> => {
    const denial = await denials.findOwn(db, actor, traceId)
    if (!denial) throw new AppError(explainErrors.noDenial)
    return denial
  }
  const evaluateNow = async (db: Db, { companyId, userId }: Actor, denial: StoredDenial) => {
    const page = await pages.ofMenu(db, denial.menuId)
    const person = orNotFound(await repository.person(db, companyId, userId))
    const question = {
      address: page ? null : denial,
      element: denial.element,
      page,
      visited: await findVisitedPlan(denial),
    }
    const evaluation = await evaluate(db, companyId, person, question)
    // What the visited company's plan lacks cannot be granted at home.
    // No role helps while the module is off either.
    const isOff = evaluation.steps.some(({ step, ok }) => step === 'module' && !ok)
    return {
      ...evaluation,
      page,
      requestable: (denial.acting && !evaluation.planned) || isOff ? [] : evaluation.elements,
    }
  }

  return {
    /** Throws `noDenial` for an unknown trace id, and `notFound` for an unknown user, API or element. */
    async explain({ db, actor }: RequestScope, query: ExplainQuery): Promise<Explanation> {
      const { companyId } = actor
      const { userId, denial, api, element, page } = await resolveQuestion(db, actor, query)
      const person = orNotFound(await repository.visiblePerson(db, actor, userId))
      const visited = denial && (await findVisitedPlan(denial))
      const call = await evaluate(db, companyId, person, { address: api, element, page, visited })
      const module = api ? catalogue.endpointAt(api)?.module : element?.split(':')[0]
      const { resourceId: recordId } = query
      const scope =
        recordId === undefined ? undefined : await scopeStep(db, actor, { person, module: module ?? '', recordId })
      const { allowed, steps, planned, elements, advice } = scope ? withRecordScope(call, scope) : call
      const { id, name, account } = person
      const codes = elements.map(({ code }) => code)
      return {
        denial: denial
          ? { traceId: denial.traceId, time: denial.time, steps: denial.steps, visited: denial.acting?.name ?? null }
          : null,
        person: { id, name, account },
        page: page && { name: page.name, path: page.path },
        api: api && { method: api.method, path: api.path, name: callName(catalogue, api, elements, api.name) },
        now: { allowed, steps },
        advice,
        elements: planned ? withGrantable(await readGrantLimits(db, actor), elements) : [],
        requestId: (await requests.findOpen(db, { companyId, userId }, codes))?.id ?? null,
      }
    },

    /** Throws `tooDeep`. */
    async denials({ db, actor }: RequestScope, query: DenialsQuery) {
      assertPageDepth(query)
      return denials.listByUser(db, actor, query)
    },
    subjects: ({ db }: RequestScope, search: string) => repository.subjects(db, search),

    /** Throws `noDenial` unless the trace id belongs to a denial of the caller. */
    async mine({ db, actor }: RequestScope, traceId: string): Promise<OwnExplanation> {
      const denial = await ownDenial(db, actor, traceId)
      const { allowed, planned, elements, requestable, page } = await evaluateNow(db, actor, denial)
      const codes = elements.map(({ code }) => code)
      return {
        traceId: denial.traceId,
        time: denial.time,
        what: page ? t('该页面') : callName(catalogue, denial, elements, t('该操作')),
        page: page !== null,
        permissions: elements.map(({ name }) => name),
        visited: denial.acting && { company: denial.acting.name, planned },
        allowedNow: allowed,
        requestable: !allowed && requestable.length > 0,
        request: (await requests.findLatest(db, actor, codes, denial.time)) ?? null,
      }
    },

    /**
     * Whether the page exists, and is in the company's plan. Throws `PermissionDenied` if the caller cannot open it, so that the denial is stored and
     * explained. Outside the company's plan it is only said to be so: no role helps.
     */
    async page({ db, actor }: RequestScope, path: string): Promise<{ state: 'unknown' | 'beyondPlan' | 'open' }> {
      const [page, { permissions, plan }] = await Promise.all([
        pages.at(db, path),
        readRights(db, actor.companyId, actor.userId),
      ])
      if (!page) return { state: 'unknown' }
      if (plan && !page.menuIds.every((id) => plan.menus.includes(id))) return { state: 'beyondPlan' }
      const menu = await evaluateMenu(db, actor, page, { permissions, plan })
      if (!(holdsOne(permissions, page.elements) && menu.isHeld))
        throw new PermissionDenied(actor, page.elements[0] ?? null, page.id)
      return { state: 'open' }
    },

    /** Throws `tooDeep`. */
    async ownRequests({ db, actor }: RequestScope, query: OwnRequestsQuery) {
      assertPageDepth(query)
      return requests.listOwn(db, actor, query)
    },

    /** Throws `noDenial`, `alreadyAllowed`, `nothingToRequest` and `alreadyRequested`. */
    async request({ db, actor, note }: RequestScope, { traceId, reason }: { traceId: string; reason: string }) {
      const denial = await ownDenial(db, actor, traceId)
      const { allowed, requestable } = await evaluateNow(db, actor, denial)
      if (allowed) throw new AppError(explainErrors.alreadyAllowed)
      const [wanted] = requestable
      if (!wanted) throw new AppError(explainErrors.nothingToRequest)
      if (await requests.findOpen(db, actor, [wanted.code])) throw new AppError(explainErrors.alreadyRequested)
      const created = await requests.insert(db, actor, {
        element: wanted.code,
        menuId: denial.menuId,
        traceId: denial.traceId,
        reason,
      })
      const request = orNotFound(await requests.findSubject(db, actor.companyId, created.id))
      await approvals.ask(db, accessApproval, toAccessSubject(actor.companyId, request))
      note({ entityId: created.id, entityName: wanted.name, after: { element: wanted.name, reason } })
      return created
    },
  }
}
export type ExplainService = ReturnType<typeof createExplain>
