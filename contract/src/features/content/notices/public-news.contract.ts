import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, publicBecause } from '../../../kernel/endpoint.ts'
import { idParams, listQuery, listSchema, moment } from '../../../kernel/listing.ts'
import { attachment, attachmentParams } from './attachments.contract.ts'
import { noticeTypes } from './notice-words.ts'

const publicRow = z.object({
  id: z.string(),
  type: z.enum(noticeTypes),
  /** That of title, summary and text: the reader's, if the notice has it. */
  language: z.string(),
  title: z.string(),
  summary: z.string(),
  top: z.boolean(),
  publishTime: moment,
  /** When it was last edited after its publication; null: never. */
  updateTime: z.nullable(moment),
})
export type PublicRow = z.output<typeof publicRow>
const publicNotice = z.extend(publicRow, { content: z.string(), attach: z.array(attachment) })
export type PublicNotice = z.output<typeof publicNotice>

/** A change is seen within a minute, and however many read cost one call of each cache. */
const cache = { seconds: 10, staleSeconds: 50 } as const
/** A page makes one call or two; several people share an address. */
const limit = { points: 240, seconds: 60 } as const

/** What is issued for the portal, for everybody: the platform's, and under a tenant's own host also the tenant's. */
export const publicNewsContract = defineContract('frontNews', {
  published: {
    method: 'GET',
    path: '/front-api/sys/news/published/v1',
    summary: 'List what is published for the portal, pinned ones first, then the newest',
    access: publicBecause('only what was issued for the public is shown'),
    reach: 'manual',
    wire: 'list',
    namesUsers: 'none',
    etag: true,
    cache,
    limit,
    query: listQuery({ sortable: [], filters: { type: z.enum(noticeTypes) } }),
    reply: listSchema(publicRow),
  },
  get: {
    method: 'GET',
    path: '/front-api/sys/news/:id/v1',
    summary: 'Read what is published for the portal',
    access: publicBecause('only what was issued for the public is shown'),
    reach: 'manual',
    etag: true,
    cache,
    limit,
    params: idParams,
    reply: publicNotice,
  },
  attach: {
    method: 'GET',
    path: '/front-api/sys/news/:id/attach/:fileId/v1',
    summary: 'Download a file of what is published for the portal',
    access: publicBecause('only files of what was issued for the public are sent'),
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'none',
    limit,
    params: attachmentParams,
    reply: binary,
  },
})
