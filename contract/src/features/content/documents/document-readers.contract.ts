import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { idParams, listQuery, listSchema, moment, person } from '../../../kernel/listing.ts'
import { downloadSheet } from './document-downloads.sheet.ts'
import { versionParams } from './document-fields.ts'

/** How long downloads are listed. */
export const downloadDays = 365
/** Whether a file was downloaded by a right of one's own, or by a link without an account. */
export const downloadWays = ['right', 'link'] as const
export type DownloadWay = (typeof downloadWays)[number]
export const readerStates = ['unread', 'read'] as const
export type ReaderState = (typeof readerStates)[number]

const readerRow = z.object({
  /** Of the user. */
  id: z.string(),
  name: z.string(),
  account: z.string(),
  /** Their main organisation; empty without one. */
  org: z.string(),
  /** Null: not read yet. */
  readTime: z.nullable(moment),
})
export type ReaderRow = z.output<typeof readerRow>
/** People who may see a version, and how many of them have read it. */
const readerSums = z.object({ people: z.int(), read: z.int() })

const downloadRow = z.object({
  id: z.string(),
  /** Of the version. */
  number: z.int(),
  /** Who made the link by which it was downloaded; null by a right of one's own. */
  linkBy: z.nullable(person),
  ip: z.string(),
  createTime: moment,
  createBy: person,
})
export type DownloadRow = z.output<typeof downloadRow>

const downloadsQuery = listQuery({ sortable: [], filters: { way: z.enum(downloadWays) } })
const { 'f.way': way } = downloadsQuery.shape
const downloadsFilter = z.object({ 'f.way': way })
export type DownloadsFilter = z.output<typeof downloadsFilter>

const path = '/api/sys/docs/:id'

/** Who has read a version of a file, and who has downloaded it; for those who manage it. */
export const documentReadersContract = defineContract('sysDocs', {
  readers: {
    method: 'GET',
    path: `${path}/versions/:number/readers/v1`,
    summary: 'List the people whom grants reach with a file, and when they read a version of it',
    access: permitted('share'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    params: versionParams,
    query: listQuery({ sortable: ['name', 'readTime'], filters: { state: z.enum(readerStates) } }),
    reply: listSchema(readerRow),
  },
  readerSums: {
    method: 'GET',
    path: `${path}/versions/:number/reader-sums/v1`,
    summary: 'Count the people whom grants reach with a file, and those who have read a version of it',
    access: permitted('share'),
    reach: 'company',
    params: versionParams,
    reply: readerSums,
  },
  downloads: {
    method: 'GET',
    path: `${path}/downloads/v1`,
    summary: 'List who has downloaded a file, by a right or by a link, newest first',
    access: permitted('share'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    params: idParams,
    query: downloadsQuery,
    reply: listSchema(downloadRow),
  },
  exportDownloads: {
    ...exportEndpoint({
      noun: 'downloads of a file',
      path: `${path}/downloads/export/v1`,
      event: 'docDownload.exported',
      namesUsers: 'inRowScope',
      filter: downloadsFilter,
      sheet: downloadSheet,
    }),
    access: permitted('share'),
    params: idParams,
  },
})
export type DownloadsExport = InputOf<typeof documentReadersContract.exportDownloads>['body']
