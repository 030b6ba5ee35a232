import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { FileStore } from '../src/kernel/files/file-store.ts'
import { openFileStore } from '../src/kernel/files/open-file-store.ts'
import type { S3Bucket } from '../src/kernel/files/s3-client.ts'
import { readAll } from './read-all.ts'

const toDigest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What every store of files does. Takes its name, and what opens its bucket; undefined for a folder. */
export const describeFileStore = (name: string, openBucket: () => Promise<S3Bucket | undefined>) => {
  describe(name, () => {
    let store: FileStore
    let folder: string
    let openOther: () => FileStore
    beforeAll(async () => {
      folder = await mkdtemp(join(inject('folder'), 'store-'))
      const bucket = await openBucket()
      const open = (path: string) => openFileStore(path, bucket && { bucket, installation: randomUUID() })
      store = open(folder)
      openOther = () => open(join(folder, 'other'))
    })
    const companyId = randomUUID()
    const keep = async (bytes: Uint8Array, company = companyId) => {
      const received = await store.receive([bytes])
      await store.content.put(company, received)
      await received.discard()
      return { companyId: company, sha256: received.sha256 }
    }
    const read = async (key: Parameters<FileStore['content']['read']>[0], range?: { start: number; end: number }) => {
      const stream = await store.content.read(key, range)
      return stream && buffer(stream)
    }

    it('keeps bytes by their digest, once a company, and reads ranges of them', async () => {
      const bytes = randomBytes(100_000)
      const key = await keep(bytes)
      expect(key.sha256).toBe(toDigest(bytes))
      expect(await keep(bytes)).toEqual(key)
      expect(await read(key)).toEqual(bytes)
      expect(await read(key, { start: 10, end: 19 })).toEqual(bytes.subarray(10, 20))
      expect(await store.content.has({ ...key, companyId: randomUUID() })).toBe(false)
      expect(await readAll(store.content.list())).toEqual([key])
      await store.content.remove(key)
      await store.content.remove(key)
      expect([await store.content.has(key), await read(key)]).toEqual([false, undefined])
    })
    it('keeps what is larger than a piece, and nothing at all', async () => {
      const large = randomBytes(20 * 1024 * 1024)
      expect((await read(await keep(large)))?.equals(large)).toBe(true)
      const empty = await keep(Buffer.alloc(0), randomUUID())
      expect((await read(empty))?.length).toBe(0)
    })
    it('lists everything, on however many pages', async () => {
      const company = randomUUID()
      const keys = await Promise.all(Array.from({ length: 8 }, () => keep(randomBytes(20), company)))
      const listed = (await readAll(store.content.list())).filter((key) => key.companyId === company)
      expect(listed.map(({ sha256 }) => sha256).sort()).toEqual(keys.map(({ sha256 }) => sha256).sort())
    })
    it('keeps archived segments apart from files', async () => {
      const received = await store.receive([randomBytes(20)])
      const key = { companyId: randomUUID(), sha256: received.sha256 }
      await store.archive.put(key.companyId, received)
      await received.discard()
      expect([await store.archive.has(key), await store.content.has(key)]).toEqual([true, false])
      expect(await readAll(store.archive.list())).toEqual([key])
    })
    it('has nothing of another installation', async () => {
      const key = await keep(randomBytes(20), randomUUID())
      const other = openOther()
      expect([await other.content.has(key), await readAll(other.content.list())]).toEqual([false, []])
    })
    it('leaves no temporary file behind: not of a refused file, nor of a broken one', async () => {
      await expect(store.receive([Buffer.alloc(10), Buffer.alloc(10)], 15)).rejects.toMatchObject({
        spec: { code: 413 },
      })
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(10)
          throw new Error('cut')
        })(),
      )
      await expect(store.receive(broken)).rejects.toThrow('cut')
      expect(await readdir(join(folder, 'incoming'))).toEqual([])
    })
    it('removes what nodes that died left behind, a day later', async () => {
      const incoming = join(folder, 'incoming')
      await mkdir(incoming, { recursive: true })
      for (const [name, at] of [
        ['old', 0],
        ['new', Date.now() / 1000],
      ] as const) {
        await writeFile(join(incoming, name), 'x')
        // The clock of the file system may be another one than this process's.
        await utimes(join(incoming, name), at, at)
      }
      await store.removeLeftovers()
      expect(await readdir(incoming)).toEqual(['new'])
    })
    it.each(['../../etc', 'a/b', '', 'A'.repeat(64)])('takes no path from a key: %j', async (text) => {
      const key = { companyId, sha256: '0'.repeat(64) }
      await expect(async () => store.content.has({ ...key, sha256: text })).rejects.toThrow('ids and digests')
      await expect(async () => store.content.has({ ...key, companyId: text })).rejects.toThrow('ids and digests')
      await expect(async () => store.partial.discard({ companyId, id: text })).rejects.toThrow('ids and digests')
    })

    /** A source that breaks off behind these bytes. */
    const cut = (bytes: Uint8Array) =>
      Readable.from(
        (async function* () {
          yield bytes
          throw new Error('connection lost')
        })(),
      )
    const attemptAt = (offset: number, after: string | null = null) => ({ offset, id: randomUUID(), after })
    it('goes on with a file behind what arrived of it, and drops what lies beyond', async () => {
      const bytes = randomBytes(9 * 1024 * 1024)
      const key = { companyId, id: randomUUID() }
      const { partial } = store
      const first = attemptAt(0)
      expect(await partial.append(key, first, cut(bytes.subarray(0, 3_000_000)))).toBe(3_000_000)
      // Arrived, but was never acknowledged.
      expect(await partial.append(key, attemptAt(3_000_000, first.id), cut(randomBytes(500)))).toBe(500)
      const last = attemptAt(3_000_000, first.id)
      expect(await partial.append(key, last, Readable.from([bytes.subarray(3_000_000)]))).toBe(bytes.length - 3_000_000)
      await expect(partial.assemble(key, last.id, bytes.length + 1)).rejects.toThrow('instead of')
      await expect(partial.assemble(key, randomUUID(), bytes.length)).rejects.toThrow('missing')
      const whole = await partial.assemble(key, last.id, bytes.length)
      expect([whole.sha256, whole.size]).toEqual([toDigest(bytes), bytes.length])
      await store.content.put(companyId, whole)
      await whole.discard()
      expect(await readAll(partial.list())).toEqual([key])
      await partial.discard(key)
      expect(await readAll(partial.list())).toEqual([])
      expect((await read({ companyId, sha256: toDigest(bytes) }))?.equals(bytes)).toBe(true)
    })
    it('keeps what was acknowledged when an attempt that had stalled goes on writing', async () => {
      const bytes = randomBytes(10_000_000)
      const key = { companyId, id: randomUUID() }
      const { partial } = store
      const stall = Promise.withResolvers<void>()
      const stalled = partial.append(
        key,
        attemptAt(0),
        Readable.from(
          (async function* () {
            yield randomBytes(1_000_000)
            await stall.promise
            yield randomBytes(9_000_000)
          })(),
        ),
      )
      const first = attemptAt(0)
      await partial.append(key, first, Readable.from([bytes.subarray(0, 1_000_000)]))
      const last = attemptAt(1_000_000, first.id)
      await partial.append(key, last, Readable.from([bytes.subarray(1_000_000)]))
      const stored = await partial.assemble(key, last.id, bytes.length)
      await store.content.put(companyId, stored)
      stall.resolve()
      expect(await stalled).toBe(10_000_000)
      const again = await partial.assemble(key, last.id, bytes.length)
      expect([stored.sha256, again.sha256]).toEqual([toDigest(bytes), toDigest(bytes)])
      expect((await read({ companyId, sha256: toDigest(bytes) }))?.equals(bytes)).toBe(true)
      for (const each of [stored, again]) await each.discard()
      await partial.discard(key)
    })
  })
}
