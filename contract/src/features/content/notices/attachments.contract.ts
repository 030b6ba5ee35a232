import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { id, idParams, nothing } from '../../../kernel/listing.ts'
import { maxFileBytes } from '../uploads/file-types.ts'

/** Most files of one notice. */
export const maxAttachments = 20

export const attachment = z.object({
  fileId: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Media type by content. */
  mime: z.string(),
  sha256: z.string(),
  /** How often readers have downloaded it. */
  downloads: z.int(),
  /** false: not sent, as it is scanned or infected. */
  ready: z.boolean(),
})
export type Attachment = z.output<typeof attachment>

export const attachmentParams = z.object({ id, fileId: id })
const path = '/api/sys/news/:id/attach'

/** Files of a notice: its authors add them, those it reaches download them. */
export const attachmentsContract = defineContract('sysNews', {
  attach: {
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Store a file and attach it to a notice',
    access: permitted('edit'),
    // Receiving and checking a file takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    spooled: true,
    maxBytes: maxFileBytes,
    audit: { event: 'noticeFile.attached' },
    params: idParams,
    body: z.object({}),
    reply: z.object({ fileId: z.string() }),
  },
  attachments: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the files of a notice for its authors',
    access: permitted('list'),
    reach: 'company',
    params: idParams,
    reply: z.array(attachment),
  },
  detach: {
    method: 'DELETE',
    path: `${path}/:fileId/v1`,
    summary: 'Remove a file from a notice',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'noticeFile.detached' },
    params: attachmentParams,
    reply: nothing,
  },
  openAttachment: {
    method: 'GET',
    path: `${path}/:fileId/file/v1`,
    summary: 'Download a file of a notice as its authors and approvers, published or not',
    access: permitted('list'),
    reach: 'company',
    wire: 'binary',
    namesUsers: 'none',
    params: attachmentParams,
    reply: binary,
  },
  download: {
    method: 'GET',
    path: `${path}/:fileId/v1`,
    summary: 'Download a file of a published notice that reaches the caller',
    access: signedInBecause('sends only files of notices that reach the caller'),
    // The file belongs to the company of the notice, which may be the platform's.
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'none',
    params: attachmentParams,
    reply: binary,
  },
})
