import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause } from '../../kernel/endpoint.ts'
import { multilineText } from '../../kernel/fields.ts'
import { created, id, listOf, listQuery, moment, person } from '../../kernel/listing.ts'
import { traceId } from '../operation-logs/trace-id.ts'
import { accessRequestRow, accessRequestStates } from './access-request-row.ts'

/** In the order they are looked at. */
export const decisionSteps = [
  'session',
  'company',
  'auth',
  'element',
  'roles',
  'menu',
  'plan',
  'mode',
  'mfa',
  'scope',
  'result',
] as const
export const decisionStep = z.object({ step: z.enum(decisionSteps), ok: z.boolean(), detail: z.string() })
export type DecisionStep = z.output<typeof decisionStep>

const decision = z.object({ allowed: z.boolean(), steps: z.array(decisionStep) })

/** An element that would open the call, and who holds it. */
export const neededElement = z.object({
  code: z.string(),
  name: z.string(),
  risk: z.enum(['low', 'mid', 'high']),
  /** The roles of the company that hold it: those that hold least first, the first few of them. */
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Holds everything there is. */
      everything: z.boolean(),
      /** The caller may give it: it holds nothing that he does not hold. */
      grantable: z.boolean(),
    }),
  ),
  /** How many such roles there are. */
  roleCount: z.int(),
})
export type NeededElement = z.output<typeof neededElement>

export const explanation = z.object({
  /** What was kept when the call was refused; null when it was asked without a denial. */
  denial: z.nullable(
    z.object({
      traceId: z.string(),
      time: moment,
      steps: z.array(decisionStep),
      /** The company he acted in, where that was not his own: its plan is what counts, then and now. */
      visited: z.nullable(z.string()),
    }),
  ),
  person: z.extend(person, { account: z.string() }),
  /** What he wanted to open, where it was no call that was refused. */
  page: z.nullable(z.object({ name: z.string(), path: z.string() })),
  /** Null where it was asked about an element alone, or about a page. */
  api: z.nullable(z.object({ method: z.string(), path: z.string(), name: z.string() })),
  /** Whether the same call would be let through at this moment. */
  now: decision,
  /** The smallest change that would allow it, in a sentence; empty when it is allowed. */
  advice: z.string(),
  /** Any one of them is enough; none where no role helps, because the plan holds none. */
  elements: z.array(neededElement),
  /** His request for it that waits for an answer. */
  requestId: z.nullable(z.string()),
})
export type Explanation = z.output<typeof explanation>

/** What may be asked about: an API by its id, or an element by its code. */
export const subject = z.object({
  kind: z.enum(['api', 'element']),
  id: z.string(),
  name: z.string(),
  /** `GET /api/sys/users/v1`, `sysUsers:list`. */
  code: z.string(),
})
export type Subject = z.output<typeof subject>

/** The same for the person himself: nothing of roles, of others, or of how it was found. */
export const ownExplanation = z.object({
  traceId: z.string(),
  time: moment,
  what: z.string(),
  /** It was a page that could not be opened. */
  page: z.boolean(),
  /** The permissions he lacked, any one of which would do. */
  permissions: z.array(z.string()),
  /** Where I acted in another company: what it is called, and whether its plan holds what I lacked. */
  visited: z.nullable(z.object({ company: z.string(), planned: z.boolean() })),
  allowedNow: z.boolean(),
  /** There is something he may ask for. */
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

/** Somebody who was refused an API, and the last time of it. */
export const denialRow = z.object({
  user: z.extend(person, { account: z.string() }),
  /** How many of his denials were kept. */
  denials: z.int(),
  last: moment,
  /** Of the last one. */
  traceId: z.string(),
})
export type DenialRow = z.output<typeof denialRow>

/** What I asked for, and what became of it: what whoever decides sees of it, without what is about me and about others. */
export const ownRequestRow = z.pick(accessRequestRow, {
  ...{ id: true, element: true, reason: true, state: true, role: true },
  ...{ createTime: true, decideTime: true, decideBy: true, decideReason: true, traceId: true },
})
export type OwnRequestRow = z.output<typeof ownRequestRow>

export const accessRequestWrite = z.object({ traceId, reason: multilineText(200, '请填写申请原因') })

/** The address of a page as the console has it: `/web/sys/users`. */
export const pageAddress = z
  .string()
  .check(z.regex(/^\/web(\/[A-Za-z0-9_-]+)+$/, '页面地址以 /web/ 开头'), z.maxLength(512))

const { search } = listQuery({ sortable: [] }).shape
const own = signedInBecause('whoever was refused may know what he lacks, and ask for it')

export const explainContract = defineContract('sysExplain', {
  explain: {
    method: 'GET',
    path: '/api/sys/explain/v1',
    summary:
      'Why a call was refused, by its trace id; or whether somebody may make a call now, of a record too, and why',
    access: permitted('view'),
    reach: 'company',
    people: 'scoped',
    query: z
      .object({
        traceId: z.optional(traceId),
        userId: z.optional(id),
        apiId: z.optional(id),
        /** The code of an element, instead of an API. */
        element: z.optional(z.string().check(z.maxLength(129))),
        /** A record of what is asked about: whether his data scope shows it. */
        resourceId: z.optional(id),
      })
      .check(
        z.refine(
          ({ traceId: trace, userId, apiId, element, resourceId }) =>
            trace === undefined
              ? userId !== undefined && (apiId === undefined) !== (element === undefined)
              : [userId, apiId, element, resourceId].every((each) => each === undefined),
          { error: '请填写追踪号，或者用户和接口', path: ['traceId'] },
        ),
      ),
    reply: explanation,
  },
  denials: {
    method: 'GET',
    path: '/api/sys/explain/denials/v1',
    summary: 'Who of the company was refused an API within thirty days, the last one first',
    access: permitted('view'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    query: z.extend(listQuery({ sortable: [] }), { apiId: id }),
    reply: listOf(denialRow),
  },
  subjects: {
    method: 'GET',
    path: '/api/sys/explain/subjects/v1',
    summary: 'The APIs and elements that somebody’s rights can be asked about, the first few that match',
    access: permitted('view'),
    reach: 'company',
    query: z.object({ search }),
    reply: z.array(subject),
  },
  mine: {
    method: 'GET',
    path: '/api/sys/explain/mine/v1',
    summary: 'What I was refused, and what I would need for it',
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
      'Why I cannot open a page: a denial, where it is one that my company can have; nothing is said of any other',
    access: own,
    reach: 'company',
    query: z.object({ path: pageAddress }),
    reply: z.object({ state: z.enum(['unknown', 'open']) }),
  },
  ownRequests: {
    method: 'GET',
    path: '/api/sys/explain/requests/v1',
    summary: 'What I asked for, what became of it, and who decided',
    access: signedInBecause('answers only about the caller’s own requests'),
    reach: 'company',
    wire: 'list',
    people: 'none',
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(accessRequestStates) } }),
    reply: listOf(ownRequestRow),
  },
  request: {
    method: 'POST',
    path: '/api/sys/explain/requests/v1',
    summary: 'Ask for what I was refused, saying why',
    access: own,
    reach: 'company',
    whileActing: 'home',
    audit: { event: 'accessRequest.submitted' },
    body: accessRequestWrite,
    reply: created,
  },
})
