import type { S3mini } from 's3mini'
import * as z from 'zod/mini'

const upload = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })
/** As s3mini reads it from XML: one element is no list, and an empty one is a text. */
const page = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: z.optional(z.union([upload, z.array(upload)])),
    IsTruncated: z.optional(z.string()),
    NextKeyMarker: z.optional(z.string()),
    NextUploadIdMarker: z.optional(z.string()),
  }),
})

/**
 * Uploads in parts, below a prefix, that were neither completed nor aborted.
 * @returns their keys, ids and times
 */
export async function* unfinishedUploads(
  s3: S3mini,
  prefix: string,
): AsyncGenerator<{ key: string; id: string; begunAt: string }> {
  let markers: Record<string, string> = {}
  for (let isLast = false; !isLast; ) {
    const answer = page.parse(await s3.listMultipartUploads('/', '', 'GET', { prefix, ...markers }))
    const { Upload: found = [], IsTruncated, NextKeyMarker, NextUploadIdMarker } = answer.ListMultipartUploadsResult
    // Not every store knows the prefix.
    for (const { Key: key, UploadId: id, Initiated: begunAt } of [found].flat())
      if (key.startsWith(prefix)) yield { key, id, begunAt }
    isLast = IsTruncated !== 'true' || !NextKeyMarker
    markers = { 'key-marker': NextKeyMarker ?? '', 'upload-id-marker': NextUploadIdMarker ?? '' }
  }
}
