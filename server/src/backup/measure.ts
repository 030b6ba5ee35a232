import { createHash } from 'node:crypto'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Written } from './place.ts'

/** Measures bytes on their way. `measured` says what passed, once all has. */
export const measure = (source: AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256')
  let bytes = 0
  const pass = async function* () {
    for await (const chunk of source) {
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  return { source: pass(), measured: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Reads bytes to their end. */
export const measureAll = async (source: AsyncIterable<Uint8Array>): Promise<Written> => {
  const passing = measure(source)
  for await (const _ of passing.source);
  return passing.measured()
}

/** Leads bytes through a transform. An error of the source reaches the reader, and a reader that ends early ends the source. */
const through = (source: AsyncIterable<Uint8Array>, transform: Transform): AsyncIterable<Uint8Array> => {
  pipeline(source, transform).catch(() => undefined)
  return transform
}
export const compress = (source: AsyncIterable<Uint8Array>) => through(source, createZstdCompress())
export const decompress = (source: AsyncIterable<Uint8Array>) => through(source, createZstdDecompress())
