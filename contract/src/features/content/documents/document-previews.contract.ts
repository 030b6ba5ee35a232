import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { versionParams } from './document-fields.ts'

const path = '/api/sys/docs/:id/versions/:number'

/** Versions of files as the page shows them, to everyone who may see the file. */
export const documentPreviewsContract = defineContract('sysDocs', {
  content: {
    method: 'GET',
    path: `${path}/content/v1`,
    summary: 'Read a picture, PDF or text to show it, whole or a range',
    access: permitted('list'),
    reach: 'company',
    writes: 'notes that the caller has read the version',
    wire: 'binary',
    namesUsers: 'none',
    params: versionParams,
    reply: binary,
  },
  media: {
    method: 'GET',
    path: `${path}/media/v1`,
    summary: 'Ask for the address of audio or video to play it, which works for a quarter of an hour',
    access: permitted('list'),
    reach: 'company',
    writes: 'notes that the caller has read the version',
    params: versionParams,
    reply: z.object({ url: z.string() }),
  },
})
