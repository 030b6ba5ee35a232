import * as z from 'zod/mini'

/**
 * Reply of a `binary` endpoint: bytes, media type and additional headers. An iterable is read as fast as the client
 * receives, and abandoned when the client disconnects.
 */
export type Binary = {
  bytes: Uint8Array | AsyncIterable<string | Uint8Array>
  type: string
  headers?: Record<string, string>
}
export const binary = z.custom<Binary>()
