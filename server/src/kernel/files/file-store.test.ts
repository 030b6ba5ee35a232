import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { describeFileStore } from '../../../test/describe-file-store.ts'
import { createS3StandIn } from '../../../test/s3-stand-in.ts'
import { openFileStore } from './open-file-store.ts'

const newFolder = () => mkdtemp(join(inject('folder'), 'store-'))

it('ends uploads to an S3 store that broke off, a day later', async () => {
  const { bucket, uploads } = await createS3StandIn()
  const installation = randomUUID()
  const { content } = openFileStore(await newFolder(), { bucket, installation })
  const begin = (id: string, hoursAgo: number, key = `${installation}/content/a`) => {
    const begunAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    uploads.set(id, { key, begunAt, parts: new Map() })
  }
  begin('young', 1)
  await content.removeUnfinished()
  expect([...uploads.keys()]).toEqual(['young'])
  begin('old', 25)
  begin('foreign', 25, `${randomUUID()}/content/a`)
  await content.removeUnfinished()
  expect([...uploads.keys()]).toEqual(['young', 'foreign'])
})
it('removes copies in a folder that broke off, a day later', async () => {
  const folder = await newFolder()
  const { content } = openFileStore(folder)
  const own = join(folder, 'content', randomUUID(), 'ab')
  await mkdir(own, { recursive: true })
  for (const [name, at] of [
    ['.old', 0],
    ['.new', Date.now() / 1000],
  ] as const) {
    await writeFile(join(own, name), 'x')
    // The clock of the file system may be another one than this process's.
    await utimes(join(own, name), at, at)
  }
  await content.removeUnfinished()
  expect(await readdir(own)).toEqual(['.new'])
})

describeFileStore('a folder', async () => undefined)
describeFileStore('an S3 store', async () => (await createS3StandIn()).bucket)
