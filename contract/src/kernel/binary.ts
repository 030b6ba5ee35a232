import * as z from 'zod/mini'

/**
 * Reply of a `binary` endpoint: bytes, media type and additional headers. An iterable is read as fast as the client
 * receives, and abandoned when the client disconnects.
 */
export type Binary = {
  bytes: Uint8Array | AsyncIterable<string | Uint8Array>
  type: string
  headers?: Record<string, string>
  /** HTTP status, unless it is 200: of a range, or of a copy that the caller has already. */
  status?: 206 | 304 | 416
}
/** A function is called after the handler's transaction, so that reading from a store holds no connection. */
export type BinaryReply = Binary | (() => Promise<Binary>)
export const binary = z.custom<BinaryReply>()
