import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { histogramReply } from '../../../kernel/histogram.ts'
import { listQuery, listSchema, moment, timeRange } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { exportBody } from '../../../kernel/sheet.ts'
import { signInLogSheet } from './sign-in-logs.sheet.ts'

export const signInResults = ['success', 'failure'] as const

export const signInLogRow = z.object({
  id: z.string(),
  time: moment,
  /** The user's name, or the typed account if it is unknown. */
  who: productSentence(({ userId }) => userId === null),
  userId: z.nullable(z.string()),
  ip: z.string(),
  area: productText(),
  agent: z.string(),
  /** password, sms, passkey …; empty if the attempt ended earlier. */
  method: z.string(),
  ok: z.boolean(),
  /** Reason of the refusal; empty on success. */
  reason: productText(),
  traceId: z.string(),
})
export type SignInLogRow = z.output<typeof signInLogRow>

const signInsQuery = listQuery({ sortable: [], filters: { result: z.enum(signInResults), time: timeRange } })
const signInsFilter = z.omit(signInsQuery, { page: true, size: true, sort: true })
export type SignInsFilter = z.output<typeof signInsFilter>

/** Places that a ranking names. */
export const maxPlaces = 10
const signInPlaces = z.object({
  /** Earlier sign-ins were not counted; null if all were. */
  since: z.nullable(moment),
  /** Number of further places. */
  others: z.int(),
  places: z.array(
    z.object({
      /** Country, region and city as far as they are known. */
      area: productText(),
      success: z.int(),
      failure: z.int(),
    }),
  ),
})

export const signInLogsContract = defineContract('sysLogs', {
  list: {
    method: 'GET',
    path: '/api/sys/logs/login/v1',
    summary: 'List sign-ins and sign-in attempts of the company, newest first',
    access: permitted('login'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: signInsQuery,
    reply: listSchema(signInLogRow),
  },
  signInsHistogram: {
    method: 'GET',
    path: '/api/sys/logs/login/histogram/v1',
    summary: 'Count the sign-ins of the list over time',
    access: permitted('login'),
    reach: 'company',
    query: signInsFilter,
    reply: histogramReply,
  },
  signInPlaces: {
    method: 'GET',
    path: '/api/sys/logs/login/places/v1',
    summary: 'Rank the places of the sign-ins of the list, most first',
    access: permitted('login'),
    reach: 'company',
    query: signInsFilter,
    reply: signInPlaces,
  },
  exportSignIns: {
    ...exportEndpoint({
      noun: 'sign-ins',
      path: '/api/sys/logs/login/export/v1',
      event: 'signInLog.exported',
      namesUsers: 'inRowScope',
      filter: signInsFilter,
      sheet: signInLogSheet,
    }),
    // Rows are found by number, and have no index by id.
    body: z.omit(exportBody(signInsFilter, signInLogSheet), { ids: true }),
  },
})
export type SignInsExport = InputOf<typeof signInLogsContract.exportSignIns>['body']
