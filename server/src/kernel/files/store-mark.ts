import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type { S3mini } from 's3mini'
import { makeFolder, syncFolder } from './durable-folder.ts'
import type { StoreMark } from './file-store.ts'
import { unlessMissing } from './names-in.ts'
import { readObject } from './s3-objects.ts'

/** A mark in a file. */
export const createFolderMark = (path: string): StoreMark => ({
  read: async () => (await readFile(path, 'utf8').catch(unlessMissing))?.trim(),
  async write(mark) {
    await makeFolder(dirname(path))
    const next = `${path}.${randomUUID()}`
    await writeFile(next, `${mark}\n`, { mode: 0o600, flush: true })
    await rename(next, path)
    await syncFolder(dirname(path))
  },
})

/** A mark in an object of a bucket. */
export const createS3Mark = (s3: S3mini, name: string): StoreMark => ({
  async read() {
    const stored = await readObject(s3, name)
    return stored && (await text(stored)).trim()
  },
  write: async (mark) => void (await s3.putObject(name, `${mark}\n`)),
})
