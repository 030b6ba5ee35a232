import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError } from '../../../kernel/scope.ts'

/** Whether a request has a body (RFC 9112, section 6.3). */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

/**
 * The body of a call as it arrived.
 * @throws `tooLarge` beyond `maxBytes`, without reading more
 */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError(kernelErrors.tooLarge)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > maxBytes) throw new AppError(kernelErrors.tooLarge)
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

const maxCallBytes = 1024 * 1024
const noBody = Buffer.alloc(0)
/**
 * The body of a program's call; reading none would cost more than checking its signature.
 * @throws `tooLarge`
 */
export const readCallBody = (request: IncomingMessage): Promise<Buffer> | Buffer =>
  hasBody(request.headers) ? readBody(request, maxCallBytes) : noBody

/**
 * What a JSON body holds; undefined for an empty one.
 * @throws `badMediaType` and `invalid`
 */
export const parseJsonBody = (body: Buffer, contentType: string | undefined): unknown => {
  if (body.length === 0) return undefined
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) throw new AppError(kernelErrors.badMediaType)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), refusePrototypes)
  } catch {
    throw new AppError(kernelErrors.invalid)
  }
}
const refusePrototypes = (name: string, value: unknown) => {
  if (
    name === '__proto__' ||
    (name === 'constructor' && typeof value === 'object' && value !== null && 'prototype' in value)
  )
    throw new Error('a key that changes prototypes')
  return value
}
