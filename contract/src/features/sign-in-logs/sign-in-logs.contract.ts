import * as z from 'zod/mini'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { listOf, listQuery, moment, timeRange } from '../../kernel/listing.ts'

export const signInResults = ['success', 'failure'] as const

export const signInLogRow = z.object({
  id: z.string(),
  time: moment,
  /** The name; where nobody was recognised, what was typed as account. */
  who: z.string(),
  userId: z.nullable(z.string()),
  ip: z.string(),
  area: z.string(),
  agent: z.string(),
  /** password, sms, passkey … empty where it never came that far. */
  method: z.string(),
  ok: z.boolean(),
  /** Why it was refused, in a sentence; empty for a success. */
  reason: z.string(),
  traceId: z.string(),
})
export type SignInLogRow = z.output<typeof signInLogRow>

export const signInLogsContract = defineContract('sysLogs', {
  list: {
    method: 'GET',
    path: '/api/sys/logs/login/v1',
    summary: 'Every sign-in of my company and every attempt, newest first',
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
