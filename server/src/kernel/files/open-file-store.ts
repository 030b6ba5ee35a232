import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { createFolderContent } from './folder-content.ts'
import { createFolderPartial } from './folder-partial.ts'
import { noCalls, openBucket, type S3Bucket } from './s3-client.ts'
import { createS3Content } from './s3-content.ts'
import { createS3Partial } from './s3-partial.ts'
import { createSpool } from './spool.ts'
import { createFolderMark, createS3Mark } from './store-mark.ts'

/** A bucket, and the id of the installation that keeps its files there. */
export type OwnBucket = { bucket: S3Bucket; installation: string }

/**
 * Opens the store of files (decision 85). Takes a folder of this node for temporary files, which without a bucket also
 * holds everything stored and is then shared by all nodes; and the bucket, if any. All objects lie below the id of the
 * installation: another one with the same bucket would take them for garbage.
 */
export const openFileStore = (folder: string, s3?: OwnBucket): FileStore => {
  const spool = createSpool(join(folder, 'incoming'))
  if (!s3)
    return {
      ...spool,
      calls: () => undefined,
      content: createFolderContent(join(folder, 'content')),
      archive: createFolderContent(join(folder, 'archive')),
      partial: createFolderPartial(join(folder, 'partial'), spool.receive),
      mark: createFolderMark(join(folder, 'mark')),
    }
  const calls = noCalls()
  const client = openBucket(s3.bucket, undefined, calls)
  const prefix = `${s3.installation}/`
  return {
    ...spool,
    calls: () => ({ ...calls }),
    content: createS3Content(client, `${prefix}content/`),
    archive: createS3Content(client, `${prefix}archive/`),
    partial: createS3Partial(client, prefix, spool.receive),
    mark: createS3Mark(client, `${prefix}mark`),
  }
}
