import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { created, id, listQuery, listSchema, moment, person } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { traceId } from '../../../kernel/trace-id.ts'
import { accessRequestRow, accessRequestStates } from './access-request-row.ts'

/** In the order of evaluation. */
export const decisionSteps = [
  'session',
  'company',
  'auth',
  'element',
  'roles',
  'menu',
  'module',
  'plan',
  'mode',
  'mfa',
  'scope',
  'result',
] as const
export const decisionStep = z.object({ step: z.enum(decisionSteps), ok: z.boolean(), detail: productSentence() })
export type DecisionStep = z.output<typeof decisionStep>

const decision = z.object({ allowed: z.boolean(), steps: z.array(decisionStep) })

/** An element that would allow the call, and the roles that hold it. */
export const neededElement = z.object({
  code: z.string(),
  name: productText(),
  risk: z.enum(['low', 'mid', 'high']),
  /** The first roles of the company that hold it, fewest rights first. */
  roles: z.array(
    z.object({
      id: z.string(),
      name: productText(),
      /** Holds every right. */
      everything: z.boolean(),
      /** Whether the caller can assign it, which requires all of its rights. */
      grantable: z.boolean(),
    }),
  ),
  /** Total of these roles. */
  roleCount: z.int(),
})
export type NeededElement = z.output<typeof neededElement>

export const explanation = z.object({
  /** The decision stored at the denial; null if asked without one. */
  denial: z.nullable(
    z.object({
      traceId: z.string(),
      time: moment,
      steps: z.array(decisionStep),
      /** The visited company if the user acted in another one; its plan applies, then and now. */
      visited: z.nullable(z.string()),
    }),
  ),
  person: z.extend(person, { account: z.string() }),
  /** The page that was denied, instead of a call. */
  page: z.nullable(z.object({ name: productText(), path: z.string() })),
  /** Null for questions about an element or a page. */
  api: z.nullable(z.object({ method: z.string(), path: z.string(), name: productText() })),
  /** The decision for the same call now. */
  now: decision,
  /** Sentence with the smallest change that would allow it; empty if allowed. */
  advice: z.string(),
  /** Any one of them is enough; empty if the plan holds none, because then no role helps. */
  elements: z.array(neededElement),
  /** The user's open access request for it. */
  requestId: z.nullable(z.string()),
})
export type Explanation = z.output<typeof explanation>

/** What can be asked about: an API by its id, or an element by its code. */
export const subject = z.object({
  kind: z.enum(['api', 'element']),
  id: z.string(),
  name: productText(),
  /** `GET /api/sys/users/v1`, `sysUsers:list`. */
  code: z.string(),
})
export type Subject = z.output<typeof subject>

/** The explanation for the denied user: without roles, other users and the trace. */
export const ownExplanation = z.object({
  traceId: z.string(),
  time: moment,
  what: productText(),
  /** Whether a page was denied. */
  page: z.boolean(),
  /** The missing permissions, any one of which is enough. */
  permissions: z.array(productText()),
  /** The visited company, and whether its plan holds what was missing. */
  visited: z.nullable(z.object({ company: z.string(), planned: z.boolean() })),
  allowedNow: z.boolean(),
  /** Whether a permission can be requested. */
  requestable: z.boolean(),
  request: z.nullable(
    z.object({
      state: z.enum(accessRequestStates),
      createTime: moment,
      decideTime: z.nullable(moment),
      decideReason: z.string(),
    }),
  ),
})
export type OwnExplanation = z.output<typeof ownExplanation>

/** A user denied an API, with the latest denial. */
export const denialRow = z.object({
  user: z.extend(person, { account: z.string() }),
  /** Number of stored denials. */
  denials: z.int(),
  last: moment,
  /** Of the latest denial. */
  traceId: z.string(),
})
export type DenialRow = z.output<typeof denialRow>

/** The caller's own request without the applicant and with the decision. */
export const ownRequestRow = z.pick(accessRequestRow, {
  id: true,
  element: true,
  reason: true,
  state: true,
  role: true,
  createTime: true,
  decideTime: true,
  decideBy: true,
  decideReason: true,
  traceId: true,
})
export type OwnRequestRow = z.output<typeof ownRequestRow>

export const accessRequestWrite = z.object({ traceId, reason: multilineText(200, '请填写申请原因') })

/** A page's address in the console: `/web/sys/users`. */
export const pageAddress = z
  .string()
  .check(z.regex(/^\/web(\/[A-Za-z0-9_-]+)+$/, '页面地址以 /web/ 开头'), z.maxLength(512))

const { search } = listQuery({ sortable: [] }).shape
const own = signedInBecause('refused callers may learn what they lack, and request it')

export const explainContract = defineContract('sysExplain', {
  explain: {
    method: 'GET',
    path: '/api/sys/explain/v1',
    summary: 'Explain a refused call by its trace id, or whether a user may make a call now, also on one record',
    access: permitted('view'),
    reach: 'company',
    namesUsers: 'inRowScope',
    query: z
      .object({
        traceId: z.optional(traceId),
        userId: z.optional(id),
        apiId: z.optional(id),
        /** The code of an element, instead of an API. */
        element: z.optional(z.string().check(z.maxLength(129))),
        /** A record: also evaluates whether the user's data scope shows it. */
        resourceId: z.optional(id),
      })
      .check(
        z.refine(
          ({ traceId: trace, userId, apiId, element, resourceId }) =>
            trace === undefined
              ? userId !== undefined && (apiId === undefined) !== (element === undefined)
              : [userId, apiId, element, resourceId].every((each) => each === undefined),
          { error: '请填写追踪号，或填写用户和接口', path: ['traceId'] },
        ),
      ),
    reply: explanation,
  },
  denials: {
    method: 'GET',
    path: '/api/sys/explain/denials/v1',
    summary: 'List users of the company who were refused an API within thirty days, latest first',
    access: permitted('view'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: z.extend(listQuery({ sortable: [] }), { apiId: id }),
    reply: listSchema(denialRow),
  },
  subjects: {
    method: 'GET',
    path: '/api/sys/explain/subjects/v1',
    summary: 'Find APIs and elements to explain a user’s rights for; returns the first few matches',
    access: permitted('view'),
    reach: 'company',
    query: z.object({ search }),
    reply: z.array(subject),
  },
  mine: {
    method: 'GET',
    path: '/api/sys/explain/mine/v1',
    summary: 'Explain to the caller what they were refused, and what it requires',
    access: own,
    reach: 'company',
    whileActing: 'home',
    query: z.object({ traceId }),
    reply: ownExplanation,
  },
  page: {
    method: 'GET',
    path: '/api/sys/explain/page/v1',
    summary:
      'Check whether the caller can open a page; refused like a call, or `beyondPlan` if the company cannot have it',
    access: own,
    reach: 'company',
    query: z.object({ path: pageAddress }),
    reply: z.object({ state: z.enum(['unknown', 'beyondPlan', 'open']) }),
  },
  ownRequests: {
    method: 'GET',
    path: '/api/sys/explain/requests/v1',
    summary: 'List the caller’s permission requests with their state and who decided them',
    access: signedInBecause('returns only the caller’s own requests'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(accessRequestStates) } }),
    reply: listSchema(ownRequestRow),
  },
  request: {
    method: 'POST',
    path: '/api/sys/explain/requests/v1',
    summary: 'Request a refused permission, with a reason',
    access: own,
    reach: 'company',
    whileActing: 'home',
    audit: { event: 'accessRequest.submitted' },
    body: accessRequestWrite,
    reply: created,
  },
})
