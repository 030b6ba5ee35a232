import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { idParams, listQuery, listSchema, moment, nothing, version } from '../../../kernel/listing.ts'
import { attachment } from './attachments.contract.ts'
import { noticeLevels, noticeTypes } from './notice-words.ts'

/** Counts of unread notices end here: more is shown as `99+`. */
export const maxUnread = 100

/** A published notice as its readers see it. */
export const publishedRow = z.object({
  id: z.string(),
  type: z.enum(noticeTypes),
  /** That of title, summary and text: the reader's, if the notice has it. */
  language: z.string(),
  title: z.string(),
  summary: z.string(),
  level: z.enum(noticeLevels),
  top: z.boolean(),
  /** Issued by the platform. */
  platform: z.boolean(),
  publishTime: moment,
  /** Of the text: reading and confirming name it. */
  revision: z.int(),
  /** When it was last edited after its publication; null: never. */
  updateTime: z.nullable(moment),
  /** Whether readers must confirm it, and by when. */
  ack: z.boolean(),
  ackTime: z.nullable(moment),
  /** Its readers were reminded. */
  reminded: z.boolean(),
  /** What the caller has done with it. */
  mine: z.object({ read: z.boolean(), acked: z.boolean(), ackedTime: z.nullable(moment) }),
})
export type PublishedRow = z.output<typeof publishedRow>

export const publishedNotice = z.extend(publishedRow, { content: z.string(), attach: z.array(attachment) })
export type PublishedNotice = z.output<typeof publishedNotice>

export const publishedStates = ['unread', 'unacked'] as const

const bell = z.object({
  /** At most `maxUnread`. */
  unread: z.int(),
  unacked: z.int(),
  /** Seconds until the next notice for the caller is published or ends, as clocks differ; null: none is known. */
  nextSeconds: z.nullable(z.int()),
})
export type Bell = z.output<typeof bell>

/** The text that the reader has seen; refused if they have been asked to read a later one. */
const shownText = z.object({ revision: version })

const path = '/api/sys/news'

/** Notices and news as their readers see them: only those that reach the caller now. */
export const publishedNoticesContract = defineContract('sysNews', {
  published: {
    method: 'GET',
    path: `${path}/published/v1`,
    summary: 'List the published notices that reach the caller, unread ones first',
    access: signedInBecause('returns only notices that reach the caller'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({
      sortable: [],
      filters: { type: z.enum(noticeTypes), state: z.enum(publishedStates) },
    }),
    reply: listSchema(publishedRow),
  },
  publishedGet: {
    method: 'GET',
    path: `${path}/:id/published/v1`,
    summary: 'Read a published notice that reaches the caller',
    access: signedInBecause('returns only a notice that reaches the caller'),
    // Its files belong to the company that issued it, which may be the platform's.
    reach: 'manual',
    params: idParams,
    reply: publishedNotice,
  },
  bell: {
    method: 'GET',
    path: '/api/sys/news-bell/v1',
    summary: 'Count the caller’s unread notices and those to be confirmed',
    access: signedInBecause('returns only notices that reach the caller'),
    reach: 'company',
    reply: bell,
  },
  read: {
    method: 'PUT',
    path: `${path}/:id/read/v1`,
    summary: 'Note that the caller has read a notice',
    access: signedInBecause('notes only what the caller has read'),
    reach: 'company',
    audit: { none: 'the receipt itself says who read what and when' },
    quiet: true,
    params: idParams,
    body: shownText,
    reply: nothing,
  },
  readAll: {
    method: 'PUT',
    path: '/api/sys/news-read/v1',
    summary: 'Note all unread notices as read, except those to be confirmed',
    access: signedInBecause('notes only what the caller has read'),
    reach: 'company',
    audit: { none: 'the receipts themselves say who read what and when' },
    reply: nothing,
  },
  ack: {
    method: 'PUT',
    path: `${path}/:id/ack/v1`,
    summary: 'Confirm a notice that must be confirmed',
    access: signedInBecause('confirms only for the caller'),
    reach: 'company',
    audit: { event: 'notice.confirmed' },
    params: idParams,
    body: shownText,
    reply: nothing,
  },
})
