import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams, listQuery, listSchema, moment, nothing, person, timeRange } from '../../../kernel/listing.ts'
import { maxFileBytes, purposes } from './file-types.ts'

const purpose = z.enum(purposes)
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, '校验值格式不正确'))

/** Only files that are `ready` are sent. `unscanned`: the virus scanner could not judge them and has given up. */
export const fileStates = ['ready', 'scanning', 'infected', 'unscanned'] as const
export type FileState = (typeof fileStates)[number]

/** An entity that uses a file. */
const reference = z.object({
  /** As the migration of its table names it. */
  kind: z.string(),
  id: z.string(),
  /** Empty if the entity has none. */
  name: z.string(),
})
export type FileReference = z.output<typeof reference>

const uploadRow = z.object({
  id: z.string(),
  name: z.string(),
  biz: z.string(),
  /** Media type by content. */
  mime: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Pixels of a picture. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  state: z.enum(fileStates),
  /** What the virus scanner found; empty: nothing. */
  finding: z.string(),
  /** How many entities use it. */
  uses: z.int(),
  /** Other files of the company with the same content. */
  duplicates: z.int(),
  createTime: moment,
  createBy: person,
})
export type UploadRow = z.output<typeof uploadRow>

const uploadDetails = z.extend(uploadRow, {
  /** The first hundred. */
  references: z.array(reference),
  /** Files with the same content, newest first, at most twenty. */
  copies: z.array(z.object({ id: z.string(), name: z.string(), createTime: moment })),
  /** A short-lived address that needs no token; empty unless the file is ready, and for files of documents. */
  url: z.string(),
})
export type UploadDetails = z.output<typeof uploadDetails>

/** What deleting a file takes with it. */
const removalImpact = z.object({
  name: z.string(),
  /** How many entities use it. */
  uses: z.int(),
  /** The first hundred of them. */
  references: z.array(reference),
  /** Bytes that go as well: none if another file has the same. */
  frees: z.number(),
})
export type RemovalImpact = z.output<typeof removalImpact>

/** A stored file. `path` follows the base parameter `address`; it works without a token if the file is published. */
export const storedFile = z.object({
  id: z.string(),
  path: z.string(),
  url: z.string(),
  name: z.string(),
  size: z.number(),
  mime: z.string(),
  sha256: z.string(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
})

/** Form fields beside the file. */
export const uploadFields = z.object({
  biz: z._default(purpose, 'doc'),
  public: z._default(z.enum(['0', '1']), '0'),
  /** Of what was sent; a file that arrives with another one is refused. */
  sha256: z.optional(digest),
})
export type UploadFields = z.output<typeof uploadFields>

/** Where files are uploaded in parts (tus 1.0). */
export const partsPath = '/api/sys/uploads/tus/v1'

const path = '/api/sys/uploads'

/** Stored files of a company. */
export const uploadsContract = defineContract('sysUploads', {
  list: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List stored files',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({
      sortable: ['name', 'size', 'createTime'],
      filters: {
        biz: purpose,
        state: z.enum(fileStates),
        createTime: timeRange,
        sha256: digest,
      },
    }),
    reply: listSchema(uploadRow),
  },
  get: {
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read a stored file’s details: where it is used, which files have the same content',
    access: permitted('list'),
    reach: 'company',
    params: idParams,
    reply: uploadDetails,
  },
  file: {
    method: 'GET',
    path: `${path}/:id/file/v1`,
    summary: 'Download a stored file, whole or a range',
    access: permitted('list'),
    reach: 'company',
    wire: 'binary',
    namesUsers: 'none',
    params: idParams,
    reply: binary,
  },
  upload: {
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Store a file; its type is told by its content, pictures are re-encoded (decision 85)',
    access: permitted('upload'),
    // Receiving and checking a file takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    spooled: true,
    maxBytes: maxFileBytes,
    audit: { event: 'file.uploaded' },
    body: uploadFields,
    reply: storedFile,
  },
  rescan: {
    method: 'POST',
    path: `${path}/:id/scan/v1`,
    summary: 'Have a stored file scanned again that the virus scanner could not judge',
    access: permitted('upload'),
    reach: 'company',
    audit: { event: 'file.rescanned' },
    params: idParams,
    reply: nothing,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id/v1`,
    summary: 'Delete a stored file and what uses it',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'file.removed' },
    impact: removalImpact,
    params: idParams,
    reply: nothing,
  },
})
