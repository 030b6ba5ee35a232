import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import type { FileStore, PartialKey, PartialStore } from './file-store.ts'
import { partialNames, toPartialKey } from './keys.ts'
import { pieceName, readPieces } from './pieces.ts'
import { receiveExactly } from './receive-exactly.ts'
import { inPieces, keysBelow } from './s3-client.ts'
import { untilBroken } from './until-broken.ts'

/**
 * Beginnings of files in a bucket: a folder each, with some objects an attempt. Takes the names of all objects begin
 * so.
 */
export const createS3Partial = (s3: S3mini, prefix: string, receive: FileStore['receive']): PartialStore => {
  const folder = `${prefix}partial/`
  const toFolder = (key: PartialKey) => `${folder}${partialNames(key).join('/')}/`

  const listPieces = async function* (own: string) {
    for await (const name of keysBelow(s3, own)) yield name.slice(own.length)
  }
  return {
    async append(key, attempt, source) {
      let position = attempt.offset
      for await (const piece of inPieces(untilBroken(source))) {
        await s3.putObject(toFolder(key) + pieceName({ ...attempt, offset: position }), piece)
        position += piece.length
      }
      return position - attempt.offset
    },
    assemble(key, last, size) {
      const own = toFolder(key)
      const read = async (name: string) => {
        const { body } = await s3.getObjectRaw(own + name)
        return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
      }
      return receiveExactly(receive, readPieces(listPieces(own), last, read), size)
    },
    async discard(key) {
      for await (const name of keysBelow(s3, toFolder(key))) await s3.deleteObject(name)
    },
    async *list() {
      let last = ''
      for await (const name of keysBelow(s3, folder)) {
        const [companyId = '', id = ''] = name.slice(folder.length).split('/')
        const key = toPartialKey(companyId, id)
        if (key && id !== last) yield key
        last = id
      }
    },
  }
}
