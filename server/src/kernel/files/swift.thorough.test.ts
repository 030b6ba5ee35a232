import { describe, expect, it } from 'vitest'
import { describeFileStore } from '../../../test/describe-file-store.ts'
import { readAll } from '../../../test/read-all.ts'
import { hasSwift, startSwift } from '../../../test/swift.ts'
import { openBucket, type S3Bucket } from './s3-client.ts'
import { unfinishedUploads } from './unfinished-uploads.ts'

let started: Promise<S3Bucket> | undefined
const bucket = () => {
  started ??= startSwift().then(async (found) => {
    await openBucket(found).createBucket()
    return found
  })
  return started
}

describe.skipIf(!hasSwift)('on a real server,', () => {
  describeFileStore('OpenStack Swift', bucket)

  it('uploads that broke off are found with their times, and end', async () => {
    const s3 = openBucket(await bucket())
    const id = await s3.getMultipartUploadId('own/content/large')
    await s3.getMultipartUploadId('foreign/content/large')
    const found = await readAll(unfinishedUploads(s3, 'own/'))
    expect(found).toEqual([{ key: 'own/content/large', id, begunAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }])
    await s3.abortMultipartUpload('own/content/large', id)
    expect(await readAll(unfinishedUploads(s3, 'own/'))).toEqual([])
  })
})
