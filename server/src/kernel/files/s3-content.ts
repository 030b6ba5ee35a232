import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import type { ContentKey, ContentStore, ReceivedFile } from './file-store.ts'
import { contentNames, toContentKey } from './keys.ts'
import { isOld } from './old-files.ts'
import { inPieces, keysBelow, pieceBytes } from './s3-client.ts'
import { unfinishedUploads } from './unfinished-uploads.ts'

const putInParts = async (s3: S3mini, name: string, { path }: ReceivedFile) => {
  const upload = await s3.getMultipartUploadId(name)
  const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
  try {
    for await (const piece of inPieces(createReadStream(path)))
      parts.push(await s3.uploadPart(name, upload, piece, parts.length + 1))
    await s3.completeMultipartUpload(name, upload, parts)
  } catch (error) {
    await s3.abortMultipartUpload(name, upload).catch(() => undefined)
    throw error
  }
}

/**
 * Bytes in a bucket. They are deleted one by one, as not every store can delete several at once. Takes how the names of
 * all objects begin.
 */
export const createS3Content = (s3: S3mini, prefix: string): ContentStore => {
  const folder = `${prefix}content/`
  const toName = (key: ContentKey) => `${folder}${contentNames(key).join('/')}`
  const has: ContentStore['has'] = async (key) => (await s3.objectExists(toName(key))) === true
  return {
    has,
    async put(companyId, received) {
      const key = { companyId, sha256: received.sha256 }
      if (await has(key)) return
      if (received.size > pieceBytes) await putInParts(s3, toName(key), received)
      else await s3.putObject(toName(key), await readFile(received.path))
    },
    async read(key, range) {
      if (!(await has(key))) return undefined
      const { body } = range
        ? await s3.getObjectRaw(toName(key), false, range.start, range.end + 1)
        : await s3.getObjectRaw(toName(key))
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
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
