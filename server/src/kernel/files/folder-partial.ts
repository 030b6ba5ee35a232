import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder } from './durable-folder.ts'
import type { FileStore, PartialKey, PartialStore } from './file-store.ts'
import { partialNames, toPartialKey } from './keys.ts'
import { namesIn } from './names-in.ts'
import { pieceName, readPieces } from './pieces.ts'
import { receiveExactly } from './receive-exactly.ts'
import { untilBroken } from './until-broken.ts'

const writeWhole = async (handle: FileHandle, chunk: Uint8Array, position: number) => {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written)
    written += bytesWritten
  }
}

async function* piecesIn(folder: string) {
  yield* await namesIn(folder)
}

/** Beginnings of files in a folder: a folder each, with one file an attempt. */
export const createFolderPartial = (folder: string, receive: FileStore['receive']): PartialStore => {
  const toFolder = (key: PartialKey) => join(folder, ...partialNames(key))
  return {
    async append(key, attempt, source) {
      const own = toFolder(key)
      await makeFolder(own)
      const handle = await open(join(own, pieceName(attempt)), 'wx', 0o600)
      try {
        let written = 0
        for await (const chunk of untilBroken(source)) {
          await writeWhole(handle, chunk, written)
          written += chunk.length
        }
        await handle.sync()
        await syncFolder(own)
        return written
      } finally {
        await handle.close()
      }
    },
    assemble(key, last, size) {
      const own = toFolder(key)
      const read = async (name: string) => createReadStream(join(own, name), { highWaterMark: 1024 * 1024 })
      return receiveExactly(receive, readPieces(piecesIn(own), last, read), size)
    },
    discard: (key) => rm(toFolder(key), { recursive: true, force: true }),
    async *list() {
      for (const company of await namesIn(folder))
        for (const id of await namesIn(join(folder, company))) {
          const key = toPartialKey(company, id)
          if (key) yield key
        }
    },
  }
}
