import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { listOf, listQuery, moment, timeRange } from '../../../kernel/listing.ts'

export const signInResults = ['success', 'failure'] as const

export const signInLogRow = z.object({
  id: z.string(),
  time: moment,
  /** The user's name, or the typed account if it is unknown. */
  who: z.string(),
  userId: z.nullable(z.string()),
  ip: z.string(),
  area: z.string(),
  agent: z.string(),
  /** password, sms, passkey …; empty if the attempt ended earlier. */
  method: z.string(),
  ok: z.boolean(),
  /** Reason of the refusal; empty on success. */
  reason: z.string(),
  traceId: z.string(),
})
export type SignInLogRow = z.output<typeof signInLogRow>

export const signInLogsContract = defineContract('sysLogs', {
  list: {
    method: 'GET',
    path: '/api/sys/logs/login/v1',
    summary: 'List sign-ins and sign-in attempts of the company, newest first',
    access: permitted('login'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    query: listQuery({
      sortable: [],
      filters: { result: z.enum(signInResults), time: timeRange },
    }),
    reply: listOf(signInLogRow),
  },
})
