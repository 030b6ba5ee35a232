import { createReadStream } from 'node:fs'
import type { S3mini } from 's3mini'
import type { ContentKey, ContentStore } from './file-store.ts'
import { contentNames, toContentKey } from './keys.ts'
import { isOld } from './old-files.ts'
import { keysBelow } from './s3-client.ts'
import { putObject, readObject } from './s3-objects.ts'
import { unfinishedUploads } from './unfinished-uploads.ts'

/**
 * Bytes in a bucket. They are deleted one by one, as not every store can delete several at once. Takes how the names of
 * all objects begin, up to a slash.
 */
export const createS3Content = (s3: S3mini, folder: string): ContentStore => {
  const toName = (key: ContentKey) => `${folder}${contentNames(key).join('/')}`
  const has: ContentStore['has'] = async (key) => (await s3.objectExists(toName(key))) === true
  return {
    has,
    async put(companyId, received) {
      const key = { companyId, sha256: received.sha256 }
      if (await has(key)) return
      await putObject(s3, toName(key), createReadStream(received.path))
    },
    read: (key, range) => readObject(s3, toName(key), range),
    remove: async (key) => void (await s3.deleteObject(toName(key))),
    async removeUnfinished() {
      for await (const { key, id, begunAt } of unfinishedUploads(s3, folder))
        if (isOld(Date.parse(begunAt))) await s3.abortMultipartUpload(key, id)
    },
    async *list() {
      for await (const name of keysBelow(s3, folder)) {
        const [companyId, digest] = name.slice(folder.length).split('/')
        const key = toContentKey(companyId, digest)
        if (key) yield key
      }
    },
  }
}
