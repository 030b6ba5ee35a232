import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../scope.ts'

/** Allowance for boundaries, part headers and a few fields. */
const formBytes = 64 * 1024
const maxFieldBytes = 1024

const tooLarge = () => new AppError(kernelErrors.tooLarge)
/** Errors of the parser itself carry no status; a malformed form is the caller's fault. */
const isParserComplaint = (error: unknown) =>
  error instanceof Error && !('statusCode' in error) && !(error instanceof AppError)

/** The parser truncates a file at the limit and continues; whether another chunk follows is chance. */
const collect = async ({ file }: MultipartFile): Promise<Uint8Array> => {
  file.once('limit', () => file.destroy(tooLarge()))
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw tooLarge()
  return Buffer.concat(chunks)
}

const parse = async (request: FastifyRequest, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.headers['content-length']) > maxBytes + formBytes) throw tooLarge()
  const part = await request.file({ limits: { fileSize: maxBytes, fieldSize: maxFieldBytes } })
  if (!part) throw new AppError(kernelErrors.invalid)
  return collect(part)
}

/**
 * Reads the file of a multipart call, at most the endpoint's `maxBytes`; undefined for other calls.
 * @throws tooLarge above the limit, invalid if the body is no form or holds no file
 */
export const readFile = async (endpoint: Endpoint, request: FastifyRequest): Promise<Uint8Array | undefined> => {
  if (endpoint.wire !== 'multipart') return undefined
  try {
    return await parse(request, (endpoint.method !== 'GET' && endpoint.maxBytes) || 0)
  } catch (error) {
    throw isParserComplaint(error) ? new AppError(kernelErrors.invalid) : error
  }
}
