import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError } from '../scope.ts'
import type { FileStore } from './file-store.ts'
import { namesIn } from './names-in.ts'
import { removeIfOld } from './old-files.ts'

const removeFile = (path: string) => rm(path, { force: true })

/** Temporary files in a folder, which is made when the first one arrives. */
export const createSpool = (folder: string): Pick<FileStore, 'receive' | 'removeLeftovers'> => ({
  async receive(source, maxBytes = Number.POSITIVE_INFINITY) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) throw new AppError(kernelErrors.tooLarge)
        hash.update(chunk)
        yield chunk
      }
    }
    try {
      await pipeline(
        Readable.from(source),
        measured,
        createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      )
    } catch (error) {
      await removeFile(path)
      throw error
    }
    return { path, sha256: hash.digest('hex'), size, discard: () => removeFile(path) }
  },

  async removeLeftovers() {
    for (const name of await namesIn(folder)) await removeIfOld(join(folder, name))
  },
})
