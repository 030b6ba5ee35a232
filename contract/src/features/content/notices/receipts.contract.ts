import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { idParams, listQuery, listSchema, moment } from '../../../kernel/listing.ts'
import { exportBody } from '../../../kernel/sheet.ts'
import { channels } from '../../communication/messages/messages.contract.ts'
import { receiptSheet } from './receipts.sheet.ts'

/** What a person has done with a notice. */
export const receiptStates = ['unread', 'read', 'acked'] as const
/** Filters of the people a notice reaches; `unacked` are all who have not confirmed. */
export const receiptFilters = ['unread', 'unacked', 'read', 'acked'] as const
export type ReceiptFilter = (typeof receiptFilters)[number]

const receiptRow = z.object({
  /** Of the person. */
  id: z.string(),
  name: z.string(),
  account: z.string(),
  /** Their main organisation; empty without one. */
  org: z.string(),
  /** Their company, for the platform's notices; empty otherwise. */
  company: z.string(),
  state: z.enum(receiptStates),
  readTime: z.nullable(moment),
  ackTime: z.nullable(moment),
  /** Where the list goes on behind this row. */
  cursor: z.string(),
})
export type ReceiptRow = z.output<typeof receiptRow>

/** People reached now, and how many of them have read and confirmed. */
const receiptSums = z.object({
  people: z.int(),
  read: z.int(),
  acked: z.int(),
  remindTime: z.nullable(moment),
})
export type ReceiptSums = z.output<typeof receiptSums>

/** By which messages people are notified, besides the bell. */
export const noticeChannels = z._default(z.array(z.enum(channels)).check(z.maxLength(channels.length)), [])

const { size, search } = listQuery({ sortable: [] }).shape
const hex = (length: number) => `[0-9a-f]{${length}}`
const uuid = [8, 4, 4, 4, 12].map(hex).join('-')
const path = '/api/sys/news'
const receiptsFilter = z.object({ search, 'f.state': z.optional(z.enum(receiptFilters)) })
export type ReceiptsFilter = z.output<typeof receiptsFilter>

/** Who has read and confirmed a notice. */
export const receiptsContract = defineContract('sysNews', {
  receipts: {
    method: 'GET',
    path: `${path}/:id/reads/v1`,
    summary: 'List the people whom a notice reaches, with what they have done with it; paged by key',
    access: permitted('receipts'),
    reach: 'manual',
    wire: 'list',
    namesUsers: 'inRowScope',
    params: idParams,
    query: z.object({
      size,
      search,
      /** The `cursor` of the last row shown. */
      after: z.optional(z.string().check(z.regex(new RegExp(`^${uuid}~${uuid}$`), '编号格式不正确'))),
      'f.state': z.optional(z.enum(receiptFilters)),
    }),
    reply: listSchema(receiptRow),
  },
  exportReceipts: {
    ...exportEndpoint({
      noun: 'receipts of a notice',
      path: `${path}/:id/reads/export/v1`,
      event: 'noticeReceipts.exported',
      namesUsers: 'inRowScope',
      filter: receiptsFilter,
      sheet: receiptSheet,
    }),
    access: permitted('receipts'),
    params: idParams,
    // People of a notice of the platform are of many companies.
    body: z.omit(exportBody(receiptsFilter, receiptSheet), { ids: true }),
  },
  receiptSums: {
    method: 'GET',
    path: `${path}/:id/stat/v1`,
    summary: 'Count the people whom a notice reaches, and those who have read and confirmed it',
    access: permitted('receipts'),
    reach: 'manual',
    params: idParams,
    reply: receiptSums,
  },
  remind: {
    method: 'POST',
    path: `${path}/:id/remind/v1`,
    summary: 'Remind the people who have not read or confirmed a notice',
    access: permitted('receipts'),
    reach: 'company',
    audit: { event: 'notice.reminded' },
    params: idParams,
    body: z.object({ channels: noticeChannels }),
    reply: z.null(),
  },
})
export type ReceiptsExport = InputOf<typeof receiptsContract.exportReceipts>['body']
