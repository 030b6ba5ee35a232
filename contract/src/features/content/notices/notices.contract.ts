import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText, optionalText, text } from '../../../kernel/fields.ts'
import { languageTag } from '../../../kernel/language-tag.ts'
import {
  id,
  idParams,
  listQuery,
  moment,
  nothing,
  person,
  rowBase,
  timeRange,
  version,
} from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { optionalRichText, richText, uploadedPicture } from '../../../kernel/rich-text.ts'
import { t } from '../../../kernel/texts.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'
import { maxPictureBytes } from '../uploads/file-types.ts'
import { maxTargets, noticeLevels, noticeScopes, noticeStates, noticeTypes } from './notice-words.ts'
import { noticeChannels } from './receipts.contract.ts'

const scope = z.enum(noticeScopes, '请选择发送对象')
/** Whether a scope names its targets one by one. */
export const hasTargets = (of: (typeof noticeScopes)[number]): boolean => of !== 'all' && of !== 'portal'

const target = z
  .object({
    scope,
    ids: z.array(id).check(z.maxLength(maxTargets, { error: () => t('最多 {maxTargets} 个发送对象', { maxTargets }) })),
  })
  .check(z.refine(({ scope: of, ids }) => !hasTargets(of) || ids.length > 0, '请选择发送对象'))
export type NoticeTarget = z.output<typeof target>

const noticeText = {
  title: text(100, '请输入标题'),
  summary: optionalText(200),
  content: richText('请输入正文'),
}
/** What a notice says in another language; all of it empty: nothing. */
const translatedText = z
  .object({ title: optionalText(100), summary: optionalText(200), content: optionalRichText() })
  .check(({ value, issues }) => {
    if (Object.values(value).every((part) => part === '')) return
    for (const part of ['title', 'content'] as const)
      if (value[part] === '')
        issues.push({
          code: 'custom',
          path: [part],
          message: part === 'title' ? '请输入标题' : '请输入正文',
          input: value,
        })
  })
export type NoticeText = z.output<typeof translatedText>
/** Languages beside that of the notice; far more than any installation speaks. */
const maxTranslations = 20
/** What a notice says in other languages, by BCP 47 tag. */
const translationsWrite = z
  .record(languageTag, translatedText)
  .check(z.refine((all) => Object.keys(all).length <= maxTranslations, '语言过多'))

export const noticeWrite = z.object({
  ...noticeText,
  type: z.enum(noticeTypes, '请选择类型'),
  /** That of its title, summary and text. Left out: the caller's for a new notice, else as it is. */
  language: z.optional(languageTag),
  /** The same in other languages. Left out: none for a new notice, else as they are. */
  translations: z.optional(translationsWrite),
  target,
  level: z._default(z.enum(noticeLevels, '请选择重要程度'), 'low'),
  /** Shown above the others. */
  top: z._default(z.boolean(), false),
  /** Readers must confirm that they have read it. */
  ack: z._default(z.boolean(), false),
  /** When readers should have confirmed; null: no deadline. */
  ackTime: optionalMomentInput,
})
export type NoticeWrite = z.output<typeof noticeWrite>
export const noticeUpdate = z.extend(noticeWrite, {
  /** A published notice counts as unread again. */
  renew: z._default(z.boolean(), false),
  version,
})
export type NoticeUpdate = z.output<typeof noticeUpdate>

export const noticeRow = z.object({
  ...rowBase,
  type: z.enum(noticeTypes),
  title: z.string(),
  summary: z.string(),
  /** That of its text, and those that it is translated into, as BCP 47 tags. */
  language: z.string(),
  languages: z.array(z.string()),
  target: z.object({ scope, ids: z.array(z.string()) }),
  level: z.enum(noticeLevels),
  top: z.boolean(),
  ack: z.boolean(),
  ackTime: z.nullable(moment),
  status: z.literal(noticeStates),
  /** When it is or was published; null until it is issued. */
  publishTime: z.nullable(moment),
  endTime: z.nullable(moment),
  revokeTime: z.nullable(moment),
  revokeReason: z.string(),
  /** The company requires approval: only an approved notice is published, and a published one is not edited. */
  approval: z.boolean(),
  /** Whether the caller has written or submitted it, and so may not approve it. */
  own: z.boolean(),
  /** The last submission, and the decision on it: approved, or rejected with a reason. */
  submitTime: z.nullable(moment),
  submitBy: z.nullable(person),
  decideTime: z.nullable(moment),
  decideBy: z.nullable(person),
  decideReason: z.string(),
  /** How often it was edited after its publication. */
  updates: z.int(),
  /** Readers, and those who confirmed what must be confirmed; at most `maxReads`. */
  reads: z.int(),
  acks: z.int(),
})
export type NoticeRow = z.output<typeof noticeRow>

const translations = z.record(z.string(), z.object({ title: z.string(), summary: z.string(), content: z.string() }))
const noticeDetails = z.extend(z.omit(noticeRow, { reads: true, acks: true }), {
  content: z.string(),
  translations,
  /** The targets with their names; those that no longer exist are left out. */
  targets: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type NoticeDetails = z.output<typeof noticeDetails>

/** People a target reaches now, and those among them with a phone and a mail address. */
const reach = z.object({ people: z.int(), phones: z.int(), mails: z.int() })
export type NoticeReach = z.output<typeof reach>

const revision = z.object({
  revision: z.int(),
  title: z.string(),
  summary: z.string(),
  content: z.string(),
  translations,
  /** When it was replaced, and who did it. */
  time: moment,
  by: person,
})
export type NoticeRevision = z.output<typeof revision>

const hex = (length: number) => `[0-9a-fA-F]{${length}}`
const uuid = [8, 4, 4, 4, 12].map(hex).join('-')
/** Ids separated by commas. */
const idList = z._default(
  z.string().check(z.maxLength(maxTargets * 37), z.regex(new RegExp(`^(${uuid}(,${uuid})*)?$`), '编号格式不正确')),
  '',
)

const path = '/api/sys/news'
const crud = crudEndpoints({
  noun: 'notice',
  path,
  query: listQuery({
    sortable: ['title', 'publishTime', 'createTime'],
    filters: {
      type: z.enum(noticeTypes),
      status: z.enum(['0', '1', '2', '3', '4', '5', '6', '7']),
      createTime: timeRange,
    },
  }),
  row: noticeRow,
  create: noticeWrite,
  update: noticeUpdate,
})

/** Notices and news as their authors see them. */
export const noticesContract = defineContract('sysNews', {
  list: { ...crud.list, summary: 'List the notices and news of the caller’s company' },
  get: { ...crud.get, summary: 'Read a notice with its text and targets', reply: noticeDetails },
  create: { ...crud.create, summary: 'Add a draft', ids: { 'body.target.ids': asUnknown } },
  update: {
    ...crud.update,
    summary: 'Change a notice; a published one gets a new revision',
    ids: { 'body.target.ids': asUnknown },
  },
  remove: { ...crud.remove, summary: 'Delete a notice that is not published' },
  issue: {
    method: 'PUT',
    path: `${path}/:id/issue/v1`,
    summary: 'Publish a notice, now or at a time',
    access: permitted('issue'),
    reach: 'company',
    audit: { event: 'notice.issued' },
    params: idParams,
    body: z.object({
      /** Null: now. */
      startTime: optionalMomentInput,
      /** Null: no end. */
      endTime: optionalMomentInput,
      channels: noticeChannels,
      version,
    }),
    reply: nothing,
  },
  reschedule: {
    method: 'PUT',
    path: `${path}/:id/times/v1`,
    summary: 'Change the end of an issued notice, and the start until it is published',
    access: permitted('issue'),
    reach: 'company',
    audit: { event: 'notice.rescheduled' },
    params: idParams,
    body: z.object({
      /** Null: now. Once it is published its start stays as it is. */
      startTime: optionalMomentInput,
      /** Null: no end. */
      endTime: optionalMomentInput,
      version,
    }),
    reply: nothing,
  },
  revoke: {
    method: 'PUT',
    path: `${path}/:id/revoke/v1`,
    summary: 'Withdraw a published or scheduled notice',
    access: permitted('revoke'),
    reach: 'company',
    audit: { event: 'notice.revoked' },
    params: idParams,
    body: z.object({ reason: multilineText(200, '请填写撤回原因') }),
    reply: nothing,
  },
  revisions: {
    method: 'GET',
    path: `${path}/:id/revisions/v1`,
    summary: 'Read the former revisions of a notice, newest first',
    access: permitted('list'),
    reach: 'company',
    params: idParams,
    reply: z.array(revision),
  },
  reach: {
    method: 'GET',
    path: '/api/sys/news-reach/v1',
    summary: 'Count the people whom a target reaches now',
    access: permitted('list'),
    reach: 'manual',
    query: z.object({ scope, ids: idList }),
    reply: reach,
  },
  targets: {
    method: 'GET',
    path: '/api/sys/news-targets/v1',
    summary: 'Find companies, organisations, roles or people as targets',
    access: permitted('list'),
    reach: 'manual',
    namesUsers: 'inRowScope',
    query: z.object({
      scope: z.enum(['company', 'org', 'role', 'user']),
      keyword: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
    }),
    reply: z.array(z.object({ value: z.string(), label: z.string() })),
  },
  image: {
    method: 'POST',
    path: `${path}/image/v1`,
    summary: 'Store a picture for the text of a notice',
    access: permitted('edit'),
    // Receiving and encoding a picture takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    spooled: true,
    maxBytes: maxPictureBytes,
    audit: { event: 'noticePicture.uploaded' },
    quiet: true,
    body: z.object({}),
    reply: uploadedPicture,
  },
})
