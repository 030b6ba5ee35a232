import * as z from 'zod/mini'

/**
 * What a handler of a `binary` endpoint returns: the bytes, their media type, and headers of its own. Bytes that come
 * piece by piece are asked for as fast as the caller takes them, and no longer when he is gone.
 */
export type Binary = {
  bytes: Uint8Array | AsyncIterable<string | Uint8Array>
  type: string
  headers?: Record<string, string>
}
export const binary = z.custom<Binary>()
