import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { optionalText } from '../../../kernel/fields.ts'
import {
  created,
  id,
  idParams,
  listQuery,
  listSchema,
  moment,
  nothing,
  person,
  rowBase,
  version,
} from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'
import { fileStates } from '../uploads/uploads.contract.ts'
import { accessLevel, documentTitle, maxFolderDepth, versionNumber, versionParams } from './document-fields.ts'
import { documentSheet } from './documents.sheet.ts'

const note = optionalText(200)
const filesQuery = listQuery({
  sortable: ['title', 'size', 'versions', 'updateTime'],
  filters: { folderId: id },
})
export const filesFilter = z.omit(filesQuery, { page: true, size: true, sort: true })
export type FilesFilter = z.output<typeof filesFilter>

const folderRow = z.object({
  id: z.string(),
  /** Null at the top, and where the caller may not see the folder above. */
  parentId: z.nullable(z.string()),
  title: z.string(),
  /** What the caller may do in it. */
  level: accessLevel,
  /** Whether the rights of the folder above apply. */
  inherits: z.boolean(),
  /** Files that lie directly in it. */
  files: z.int(),
  version: z.int(),
})
export type FolderRow = z.output<typeof folderRow>

const documentRow = z.object({
  ...rowBase,
  title: z.string(),
  /** Null where the caller may not see the folder: the file is shared by itself. */
  folderId: z.nullable(z.string()),
  folderTitle: z.string(),
  /** Media type by content, of the newest version. */
  mime: z.string(),
  size: z.number(),
  /** Number of the newest version. */
  versions: z.int(),
  state: z.enum(fileStates),
  /** What the caller may do with it. */
  level: accessLevel,
  /** Whether the caller may move or delete it. */
  takeable: z.boolean(),
})
export type DocumentRow = z.output<typeof documentRow>

const versionRow = z.object({
  number: z.int(),
  mime: z.string(),
  size: z.number(),
  state: z.enum(fileStates),
  note: productSentence(),
  createTime: moment,
  createBy: person,
})
export type VersionRow = z.output<typeof versionRow>

const documentDetails = z.extend(documentRow, {
  /** Folders from the top to the one it lies in. */
  path: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Newest first. */
  history: z.array(versionRow),
})
export type DocumentDetails = z.output<typeof documentDetails>

const arrived = z.object({
  /** A file of the caller’s own, uploaded in parts to `documentPartsPath`. */
  fileId: id,
  note,
})
export const newDocument = z.extend(arrived, {
  folderId: id,
  /** Folders below it, which are created if they are missing: those of an uploaded folder. */
  path: z._default(z.array(documentTitle).check(z.maxLength(maxFolderDepth)), []),
})
export type NewDocument = z.output<typeof newDocument>
export const newVersion = arrived
export type NewVersion = z.output<typeof newVersion>

const newFolder = z.object({
  title: documentTitle,
  /** Null at the top. */
  parentId: z._default(z.nullable(id), null),
})
const renaming = z.object({ title: documentTitle, version })
const moving = z.object({ folderId: z.nullable(id), version })
export type Renaming = z.output<typeof renaming>
export type Moving = z.output<typeof moving>

/** Where files of documents are uploaded in parts (tus 1.0). */
export const documentPartsPath = '/api/sys/docs/tus/v1'
const path = '/api/sys/docs'

/** Documents of a company: folders and files with rights that inherit. */
export const documentsContract = defineContract('sysDocs', {
  folders: {
    method: 'GET',
    path: `${path}/folders/v1`,
    summary: 'List the folders that the caller may see',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(folderRow),
  },
  createFolder: {
    method: 'POST',
    path: `${path}/folders/v1`,
    summary: 'Create a folder; who creates one at the top manages it',
    access: permitted('add'),
    reach: 'company',
    audit: { event: 'docFolder.created' },
    body: newFolder,
    reply: created,
  },
  list: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the files that the caller may see: those of a folder, or with a search all below it',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: filesQuery,
    reply: listSchema(documentRow),
  },
  exportDocuments: exportEndpoint({
    noun: 'files',
    path: `${path}/export/v1`,
    event: 'doc.exported',
    namesUsers: 'none',
    filter: filesFilter,
    sheet: documentSheet,
  }),
  get: {
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read a file’s details with its versions',
    access: permitted('list'),
    reach: 'company',
    params: idParams,
    reply: documentDetails,
  },
  create: {
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Put an uploaded file into a folder; a file of that name gets a new version',
    access: permitted('add'),
    reach: 'company',
    audit: { event: 'doc.uploaded' },
    body: newDocument,
    reply: created,
  },
  addVersion: {
    method: 'POST',
    path: `${path}/:id/versions/v1`,
    summary: 'Add an uploaded file as the newest version of a file',
    access: permitted('add'),
    reach: 'company',
    audit: { event: 'docVersion.added' },
    params: idParams,
    body: newVersion,
    reply: nothing,
  },
  restoreVersion: {
    method: 'POST',
    path: `${path}/:id/versions/:number/restore/v1`,
    summary: 'Make a former version the newest one',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'docVersion.restored' },
    params: versionParams,
    reply: nothing,
  },
  download: {
    method: 'POST',
    path: `${path}/:id/download/v1`,
    summary: 'Ask for a version’s address, which works for a quarter of an hour; the newest one unless named',
    access: permitted('download'),
    reach: 'company',
    audit: { event: 'doc.downloaded' },
    quiet: true,
    // The address is a key to the file while it lasts.
    secretReply: true,
    params: idParams,
    body: z.object({ number: z.optional(versionNumber) }),
    reply: z.object({ url: z.string(), title: z.string() }),
  },
  rename: {
    method: 'PUT',
    path: `${path}/:id/v1`,
    summary: 'Rename a folder or file',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'doc.renamed' },
    params: idParams,
    body: renaming,
    reply: nothing,
  },
  move: {
    method: 'PUT',
    path: `${path}/:id/folder/v1`,
    summary: 'Move a folder or file into another folder; null is the top, for folders',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'doc.moved' },
    params: idParams,
    body: moving,
    reply: nothing,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id/v1`,
    summary: 'Put a folder or file into the trash',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'doc.trashed' },
    params: idParams,
    reply: nothing,
  },
})
export type FilesExport = InputOf<typeof documentsContract.exportDocuments>['body']
