import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { moment } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { traceId } from '../../../kernel/trace-id.ts'
import { operationLogRow } from '../operation-logs/operation-logs.contract.ts'
import { breadcrumbs } from './breadcrumbs.contract.ts'
import { failedCall } from './failed-calls.contract.ts'

/** Current status of the caller, their session and company. */
const incidentStatus = z.object({
  company: z.object({ state: productSentence(), plan: productText() }),
  /** Null for guests, deleted users and calls without sign-in. */
  person: z.nullable(z.object({ name: z.string(), account: z.string(), state: productSentence() })),
  session: z.nullable(
    z.object({
      startTime: moment,
      lastTime: moment,
      endTime: z.nullable(moment),
      deviceName: z.string(),
      agent: z.string(),
      ip: z.string(),
      area: productText(),
      method: z.string(),
      /** Whether it is active, or why it ended, as text. */
      state: productSentence(),
    }),
  ),
})
export type IncidentStatus = z.output<typeof incidentStatus>

export const incidentsContract = defineContract('sysLogs', {
  incident: {
    method: 'GET',
    path: '/api/sys/logs/trace/:traceId/v1',
    summary: 'Read everything recorded in the company under one trace id, in chronological order',
    access: permitted('trace'),
    reach: 'company',
    namesUsers: 'inRowScope',
    params: z.object({ traceId }),
    reply: z.object({
      company: z.string(),
      standing: incidentStatus,
      rows: z.array(operationLogRow),
      /** The failed call with this trace id. */
      failure: z.nullable(failedCall),
      /** Whether it was denied for a missing permission. */
      refused: z.boolean(),
      /** Browser breadcrumbs the caller attached; null if none. */
      trail: z.nullable(breadcrumbs),
    }),
  },
})
