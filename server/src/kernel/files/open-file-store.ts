import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { createFolderContent } from './folder-content.ts'
import { createFolderPartial } from './folder-partial.ts'
import { openBucket, type S3Bucket } from './s3-client.ts'
import { createS3Content } from './s3-content.ts'
import { createS3Partial } from './s3-partial.ts'
import { createSpool } from './spool.ts'

/**
 * Opens the store of files (decision 85). In: a folder of this node for temporary files, which without a bucket also
 * holds everything stored and is then shared by all nodes; the bucket, if any.
 */
export const openFileStore = (folder: string, bucket?: S3Bucket): FileStore => {
  const spool = createSpool(join(folder, 'incoming'))
  if (!bucket)
    return {
      ...spool,
      content: createFolderContent(join(folder, 'content')),
      partial: createFolderPartial(join(folder, 'partial')),
    }
  const s3 = openBucket(bucket)
  return { ...spool, content: createS3Content(s3), partial: createS3Partial(s3, spool.receive) }
}
