import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import { inPieces, pieceBytes } from './s3-client.ts'

type Source = AsyncIterable<Uint8Array>

async function* followedBy(first: Uint8Array, rest: Source) {
  yield first
  yield* rest
}

const putInParts = async (s3: S3mini, name: string, pieces: Source) => {
  const upload = await s3.getMultipartUploadId(name)
  const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
  try {
    for await (const piece of pieces)
      parts.push(await s3.uploadPart(name, upload, Buffer.from(piece), parts.length + 1))
    await s3.completeMultipartUpload(name, upload, parts)
  } catch (error) {
    await s3.abortMultipartUpload(name, upload).catch(() => undefined)
    throw error
  }
}

/** Stores an object while it is read: at once if it is small, otherwise in parts. It appears when it is whole. */
export const putObject = async (s3: S3mini, name: string, source: Source): Promise<void> => {
  const pieces = inPieces(source)
  const { value: first = Buffer.alloc(0) } = await pieces.next()
  if (first.length < pieceBytes) await s3.putObject(name, first)
  else await putInParts(s3, name, followedBy(first, pieces))
}

/**
 * Reads an object or a range of it, as fast as its reader takes it.
 * @returns undefined if there is none
 */
export const readObject = async (
  s3: S3mini,
  name: string,
  range?: { start: number; end: number },
): Promise<Readable | undefined> => {
  if ((await s3.objectExists(name)) !== true) return undefined
  const { body } = range ? await s3.getObjectRaw(name, false, range.start, range.end + 1) : await s3.getObjectRaw(name)
  return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
}
