import * as z from 'zod/mini'

/** What a handler of a `binary` endpoint returns: the bytes, their media type, and headers of its own. */
export type Binary = { bytes: Uint8Array; type: string; headers?: Record<string, string> }
export const binary = z.custom<Binary>()
