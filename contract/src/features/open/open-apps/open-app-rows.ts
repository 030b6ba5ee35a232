import * as z from 'zod/mini'
import { moment, person, rowBase, rowTags } from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'
import { gateSteps } from '../open-apis/gate-steps.ts'
import { callLimitsShown, openApiKinds, openApiMethods, openApiStates } from '../open-apis/open-api-fields.ts'
import { callsToday } from '../open-apis/open-apis.contract.ts'
import { customApp } from './custom-app.ts'
import { openAppKinds, openAppStates, secretStates } from './open-app-fields.ts'

export const openAppRow = z.object({
  ...rowBase,
  tags: rowTags,
  company: z.object({ id: z.string(), name: z.string() }),
  name: z.string(),
  /** Address of its picture, which needs no token; empty without one. */
  logo: z.string(),
  appKey: z.string(),
  kind: z.enum(openAppKinds),
  home: z.string(),
  desc: z.string(),
  contact: z.string(),
  /** Null once the owner's account is erased: the application can call nothing. */
  owner: z.nullable(person),
  networks: z.array(z.string()),
  rate: z.object(callLimitsShown),
  expireTime: z.nullable(moment),
  state: z.enum(openAppStates),
  lock: z.nullable(z.object({ reason: z.string(), by: person, time: moment })),
  /** Valid ones. */
  secrets: z.int(),
  /** The first expiry among them; null: none expires. */
  secretsExpire: z.nullable(moment),
  apis: z.int(),
  custom: customApp.row,
  ...callsToday,
})
export type OpenAppRow = z.output<typeof openAppRow>

/** What is shown of a secret, of an application or of a webhook. */
export const secretFacts = {
  id: z.string(),
  hint: z.string(),
  state: z.enum(secretStates),
  createTime: moment,
  createBy: person,
  expireTime: z.nullable(moment),
}
export const openAppSecret = z.object({
  ...secretFacts,
  endTime: z.nullable(moment),
  lastTime: z.nullable(moment),
  /** Since midnight in the platform's zone. */
  callsToday: z.int(),
})
export type OpenAppSecret = z.output<typeof openAppSecret>

const apiFacts = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  category: z.string(),
  method: z.enum(openApiMethods),
  path: z.string(),
  kind: z.enum(openApiKinds),
  status: z.enum(openApiStates),
  sunset: z.nullable(moment),
}
export const openAppApi = z.object({
  ...apiFacts,
  /** Of this application; null: the API's. */
  rate: z.object(callLimitsShown),
  /** In force. */
  limits: z.object(callLimitsShown),
  startTime: z.nullable(moment),
  expireTime: z.nullable(moment),
  reason: z.string(),
  grantTime: moment,
  grantBy: person,
  /** Whether the owner's present rights allow it. */
  allowed: z.boolean(),
  ...callsToday,
  /** Of today's quota. */
  usedToday: z.int(),
})
export type OpenAppApi = z.output<typeof openAppApi>
export const openAppCandidate = z.object({ ...apiFacts, rate: z.object(callLimitsShown), desc: z.string() })
export type OpenAppCandidate = z.output<typeof openAppCandidate>

/** What stops working. Calls are those of the 24 full hours before the present one. */
export const openAppImpact = z.object({
  name: z.string(),
  calls: z.int(),
  /** Whether it has been called in the present hour. */
  active: z.boolean(),
  apis: z.int(),
  secrets: z.int(),
})
export type OpenAppImpact = z.output<typeof openAppImpact>
export const secretImpact = z.object({
  hint: z.string(),
  calls: z.int(),
  active: z.boolean(),
  /** Where from, as far as calls are logged. */
  addresses: z.array(z.string()),
  /** Valid secrets that remain. */
  remaining: z.int(),
})
export type SecretImpact = z.output<typeof secretImpact>
export const grantImpact = z.object({ name: z.string(), calls: z.int(), active: z.boolean() })
export type GrantImpact = z.output<typeof grantImpact>

export const callResults = ['ok', 'failed', 'refused'] as const
export const callLogRow = z.object({
  id: z.string(),
  time: moment,
  method: z.string(),
  path: z.string(),
  apiId: z.nullable(z.string()),
  apiName: z.string(),
  ip: z.string(),
  status: z.int(),
  code: z.int(),
  result: z.enum(callResults),
  /** The step of the gate that refused it; null if it was let through. */
  step: z.nullable(z.enum(gateSteps)),
  ms: z.int(),
  traceId: z.string(),
  /** Made from the console, with nothing kept. */
  trial: z.boolean(),
})
export type CallLogRow = z.output<typeof callLogRow>
/** The steps of the gate in their order; those after a refusal were not taken. */
export const gateTrace = z.array(
  z.object({ step: z.enum(gateSteps), state: z.enum(['passed', 'refused', 'open']), detail: productSentence() }),
)
export const callLogDetail = z.extend(callLogRow, {
  agent: z.string(),
  secretHint: z.string(),
  requestBytes: z.int(),
  replyBytes: z.int(),
  steps: gateTrace,
  /** What the caller should have signed; empty if it was let through. */
  canonical: z.string(),
})
export type CallLogDetail = z.output<typeof callLogDetail>
