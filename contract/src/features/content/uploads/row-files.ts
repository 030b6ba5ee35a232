import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { permitted } from '../../../kernel/endpoint.ts'
import { id } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { unboundBecause } from '../../access/row-scopes/id-bounds.ts'
import { maxFileBytes } from './file-types.ts'

/** Most files of one field. */
export const maxRowFiles = 20

/** @public A file of a row. */
export const rowFile = z.object({
  id: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  /** false: not sent, as it is scanned or infected. */
  ready: z.boolean(),
})
export type RowFile = z.output<typeof rowFile>

/** @public The files of a row in a body, by their ids; absent: they stay as they are. */
export const fileIds = z.optional(
  z.array(id).check(z.maxLength(maxRowFiles, { error: () => t('最多 {maxRowFiles} 个文件', { maxRowFiles }) })),
)
/** @public The bound of `fileIds` in a body. */
export const ownFiles = unboundBecause('only files that the caller has stored for such a row, and those that it has')

/**
 * Endpoints of rows with files, to be spread into a contract: `attach` stores one for a row that is being written, and
 * `download` sends one of a row.
 *
 * @param of - the noun of the entity's events, and its path without version
 */
export const fileEndpoints = <const N extends string, const P extends string>({ noun, path }: { noun: N; path: P }) =>
  ({
    attach: {
      method: 'POST',
      path: `${path}/files/v1`,
      summary: `Store a file: ${noun}`,
      access: permitted('upload'),
      // Receiving and checking a file takes longer than a connection should be held.
      reach: 'manual',
      wire: 'multipart',
      spooled: true,
      maxBytes: maxFileBytes,
      audit: { event: `${noun}File.uploaded` },
      quiet: true,
      body: z.object({}),
      reply: z.object({ id: z.string() }),
    },
    download: {
      method: 'GET',
      path: `${path}/:id/files/:fileId/v1`,
      summary: `Download a file: ${noun}`,
      access: permitted('list'),
      reach: 'company',
      wire: 'binary',
      namesUsers: 'none',
      params: z.object({ id, fileId: id }),
      reply: binary,
    },
  }) as const
