import { keysBelow, openBucket, type S3Bucket } from '../kernel/files/s3-client.ts'
import { createS3Content } from '../kernel/files/s3-content.ts'
import { putObject, readObject } from '../kernel/files/s3-objects.ts'
import { createSpool } from '../kernel/files/spool.ts'
import { measure } from './measure.ts'
import type { BackupPlace } from './place.ts'

/**
 * Backups in a bucket, below a prefix that is empty or ends with a slash. Takes a folder of this machine for temporary
 * files.
 */
export const openS3Place = (bucket: S3Bucket, prefix: string, temporary: string): BackupPlace => {
  const s3 = openBucket(bucket)
  return {
    address: `s3://${bucket.bucket}/${prefix}`,
    async write(name, source) {
      const passing = measure(source)
      await putObject(s3, prefix + name, passing.source)
      return passing.measured()
    },
    // What a store has accepted survives.
    settle: async () => undefined,
    read: (name) => readObject(s3, prefix + name),
    async *list(below) {
      for await (const key of keysBelow(s3, prefix + below)) yield key.slice(prefix.length)
    },
    remove: async (name) => void (await s3.deleteObject(prefix + name)),
    content: createS3Content(s3, `${prefix}content/`),
    receive: createSpool(temporary).receive,
  }
}
