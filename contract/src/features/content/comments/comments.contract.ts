import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { defineTopic } from '../../../kernel/event-stream.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, moment, nothing, person, version } from '../../../kernel/listing.ts'
import { subject } from '../../../kernel/subject.ts'
import { t } from '../../../kernel/texts.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'
import { maxFileBytes } from '../uploads/file-types.ts'
import { rowFile } from '../uploads/row-files.ts'
import { mentionsIn } from './mentions.ts'

export const maxCommentLength = 2000
/** Most people that a comment mentions, and most files that it has. */
export const maxMentions = 10
export const maxCommentFiles = 5

const commentText = multilineText(maxCommentLength, '请输入评论内容').check(
  z.refine((text) => mentionsIn(text).length <= maxMentions, {
    error: () => t('最多提及 {maxMentions} 人', { maxMentions }),
  }),
)
const fileIds = z._default(
  z
    .array(id)
    .check(z.maxLength(maxCommentFiles, { error: () => t('最多 {maxCommentFiles} 个附件', { maxCommentFiles }) })),
  [],
)
const commentWrite = z.extend(subject, { text: commentText, fileIds })
export type CommentWrite = z.output<typeof commentWrite>

export const comment = z.object({
  id: z.string(),
  /** Plain; `@{id}` stands for a person. Empty once it is removed. */
  text: z.string(),
  /** Names of those mentioned; who has left is missing. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  files: z.array(rowFile),
  author: person,
  /** The caller wrote it. */
  own: z.boolean(),
  createTime: moment,
  /** Null unless its text was changed. */
  editTime: z.nullable(moment),
  removed: z.nullable(z.object({ by: person, time: moment })),
  version: z.int(),
})
export type Comment = z.output<typeof comment>

/** Who was mentioned and gets nothing, as they may not see the row, or not sign in. */
const unreached = z.array(z.object({ id: z.string(), name: z.string() }))

/** Comments beside a row have changed. The id is that of the row. */
export const commentsChanged = defineTopic('comments', z.object({ id: z.string() }))

const path = '/api/sys/comments'
const readsSubject = signedInBecause('who may read the row may read its comments: its own read is asked')
// The row is read as the caller, in a transaction of its own.
const beside = { reach: 'manual' } as const
const besideForGuests = { ...beside, whileActing: 'guest' } as const

/** Comments beside rows that have pages. */
export const commentsContract = defineContract('sysComments', {
  list: {
    ...besideForGuests,
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the comments beside a row, newest first',
    access: readsSubject,
    wire: 'list',
    namesUsers: unscopedBecause('an author has named them to all who may see the row'),
    query: z.extend(listQuery({ sortable: [] }), subject.shape),
    reply: listSchema(comment),
  },
  add: {
    ...beside,
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Comment on a row; those mentioned are reminded if they may see it, the others are named',
    access: permitted('add'),
    audit: { event: 'comment.added' },
    ids: { 'body.id': asUnknown, 'body.fileIds': asUnknown },
    body: commentWrite,
    reply: z.object({ id: z.string(), unreached }),
  },
  attach: {
    method: 'POST',
    path: `${path}/files/v1`,
    summary: 'Store a file for a comment that is being written',
    access: permitted('add'),
    reach: 'manual',
    wire: 'multipart',
    spooled: true,
    maxBytes: maxFileBytes,
    audit: { event: 'commentFile.uploaded' },
    body: z.object({}),
    reply: z.object({ id: z.string() }),
  },
  update: {
    ...beside,
    method: 'PUT',
    path: `${path}/:id/v1`,
    summary: 'Change the text of an own comment',
    access: permitted('add'),
    audit: { event: 'comment.updated' },
    ids: { 'params.id': asUnknown },
    params: idParams,
    body: z.object({ text: commentText, version }),
    reply: z.object({ unreached }),
  },
  withdraw: {
    ...beside,
    method: 'DELETE',
    path: `${path}/:id/own/v1`,
    summary: 'Delete an own comment; that there was one stays',
    access: permitted('add'),
    audit: { event: 'comment.withdrawn' },
    ids: { 'params.id': asUnknown },
    params: idParams,
    reply: nothing,
  },
  remove: {
    ...beside,
    method: 'DELETE',
    path: `${path}/:id/v1`,
    summary: 'Delete the comment of another person; that there was one stays',
    access: permitted('delete'),
    audit: { event: 'comment.removed' },
    ids: { 'params.id': asUnknown },
    params: idParams,
    reply: nothing,
  },
  download: {
    ...besideForGuests,
    method: 'GET',
    path: `${path}/:id/files/:fileId/v1`,
    summary: 'Download a file of a comment',
    access: readsSubject,
    wire: 'binary',
    namesUsers: 'none',
    params: z.object({ id, fileId: id }),
    reply: binary,
  },
})
