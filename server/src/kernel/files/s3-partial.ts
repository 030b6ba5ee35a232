import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import type { FileStore, PartialKey, PartialStore } from './file-store.ts'
import { partialKeyOf, partialNames } from './keys.ts'
import { inPieces, keysBelow } from './s3-client.ts'
import { untilBroken } from './until-broken.ts'

const folder = 'partial/'
/** Digits of an offset: names in alphabetical order are in the order of the bytes. */
const offsetDigits = 15

/**
 * Beginnings of files in a bucket: objects named by the offset of their first byte. A piece that a broken attempt left
 * is replaced by one at the same offset, or lies within a later one and is skipped.
 */
export const createS3Partial = (s3: S3mini, receive: FileStore['receive']): PartialStore => {
  const folderOf = (key: PartialKey) => `${folder}${partialNames(key).join('/')}/`

  const readPieces = async function* (folder: string, size: number) {
    let position = 0
    for await (const name of keysBelow(s3, folder)) {
      if (Number(name.slice(folder.length)) !== position || position === size) continue
      const { body } = await s3.getObjectRaw(name)
      for await (const chunk of Readable.fromWeb(body as ReadableStream)) {
        position += chunk.length
        yield chunk as Uint8Array
      }
    }
  }
  return {
    async append(key, offset, source) {
      let position = offset
      for await (const piece of inPieces(untilBroken(source))) {
        await s3.putObject(`${folderOf(key)}${String(position).padStart(offsetDigits, '0')}`, piece)
        position += piece.length
      }
      return position - offset
    },
    async assemble(key, size) {
      const received = await receive(readPieces(folderOf(key), size))
      if (received.size === size) return received
      await received.discard()
      throw new Error(`${received.size} bytes instead of ${size}`)
    },
    async discard(key) {
      for await (const name of keysBelow(s3, folderOf(key))) await s3.deleteObject(name)
    },
    async *list() {
      let last = ''
      for await (const name of keysBelow(s3, folder)) {
        const [companyId = '', id = ''] = name.slice(folder.length).split('/')
        const key = partialKeyOf(companyId, id)
        if (key && id !== last) yield key
        last = id
      }
    },
  }
}
