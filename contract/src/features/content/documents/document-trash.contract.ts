import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams, listQuery, listSchema, moment, nothing, person } from '../../../kernel/listing.ts'
import { documentTitle } from './document-fields.ts'

/** How long what is in the trash can be restored. */
export const trashDays = 30

const trashedRow = z.object({
  id: z.string(),
  kind: z.enum(['folder', 'file']),
  title: z.string(),
  /** The folder it lay in; empty at the top. */
  folderTitle: z.string(),
  size: z.number(),
  trashTime: moment,
  trashBy: person,
})
export type TrashedRow = z.output<typeof trashedRow>

const path = '/api/sys/doc-trash'

/** The trash of documents: what the caller may restore. */
export const documentTrashContract = defineContract('sysDocs', {
  trashed: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the folders and files in the trash that the caller may restore, newest first',
    access: permitted('delete'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({ sortable: ['title', 'trashTime'] }),
    reply: listSchema(trashedRow),
  },
  restore: {
    method: 'PUT',
    path: `${path}/:id/restore/v1`,
    summary: 'Restore a folder or file where it was; if its name is taken there, the refusal offers another as `title`',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'doc.restored' },
    params: idParams,
    body: z.object({ title: z.optional(documentTitle) }),
    reply: nothing,
  },
  purge: {
    method: 'DELETE',
    path: `${path}/:id/v1`,
    summary: 'Delete what is in the trash for good; who may do this has every right on every document',
    access: permitted('manage'),
    reach: 'company',
    audit: { event: 'doc.purged' },
    params: idParams,
    reply: nothing,
  },
})
