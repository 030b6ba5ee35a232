import * as z from 'zod/mini'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { moment } from '../../kernel/listing.ts'
import { failedCall } from './failed-calls.contract.ts'
import { operationLogRow } from './operation-logs.contract.ts'
import { traceId } from './trace-id.ts'
import { trail } from './trails.contract.ts'

/** How whoever made a call, his session and his company stand now. */
const incidentStanding = z.object({
  company: z.object({ state: z.string(), plan: z.string() }),
  /** Null for guests, for whoever is gone, and where nobody was signed in. */
  person: z.nullable(z.object({ name: z.string(), account: z.string(), state: z.string() })),
  session: z.nullable(
    z.object({
      startTime: moment,
      lastTime: moment,
      endTime: z.nullable(moment),
      deviceName: z.string(),
      agent: z.string(),
      ip: z.string(),
      area: z.string(),
      method: z.string(),
      /** Whether it lives, or why it ended, in words. */
      state: z.string(),
    }),
  ),
})
export type IncidentStanding = z.output<typeof incidentStanding>

export const incidentsContract = defineContract('sysLogs', {
  incident: {
    method: 'GET',
    path: '/api/sys/logs/trace/:traceId/v1',
    summary: 'What is known in my company about one trace id, in the order it happened',
    access: permitted('trace'),
    reach: 'company',
    people: 'scoped',
    params: z.object({ traceId }),
    reply: z.object({
      company: z.string(),
      standing: incidentStanding,
      rows: z.array(operationLogRow),
      /** What failed on our side under it. */
      failure: z.nullable(failedCall),
      /** It was refused, for want of a right. */
      refused: z.boolean(),
      /** What whoever made the call sent along of his browser; null where he did not. */
      trail: z.nullable(trail),
    }),
  },
})
