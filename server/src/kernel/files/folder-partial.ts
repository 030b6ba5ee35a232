import { constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PartialKey, PartialStore } from './file-store.ts'
import { partialKeyOf, partialNames } from './keys.ts'
import { namesIn } from './names-in.ts'
import { receivedAt } from './spool.ts'
import { untilBroken } from './until-broken.ts'

const writeWhole = async (handle: FileHandle, chunk: Uint8Array, position: number) => {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written)
    written += bytesWritten
  }
}

/** Beginnings of files in a folder, one growing file each. */
export const createFolderPartial = (folder: string): PartialStore => {
  const pathOf = (key: PartialKey) => join(folder, ...partialNames(key))
  return {
    async append(key, offset, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        if ((await handle.stat()).size < offset) throw new Error(`bytes before ${offset} are missing`)
        await handle.truncate(offset)
        let position = offset
        for await (const chunk of untilBroken(source)) {
          await writeWhole(handle, chunk, position)
          position += chunk.length
        }
        await handle.sync()
        return position - offset
      } finally {
        await handle.close()
      }
    },
    async assemble(key, size) {
      const received = await receivedAt(pathOf(key))
      if (received.size !== size) throw new Error(`${received.size} bytes instead of ${size}`)
      return received
    },
    discard: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for (const company of await namesIn(folder))
        for (const id of await namesIn(join(folder, company))) {
          const key = partialKeyOf(company, id)
          if (key) yield key
        }
    },
  }
}
