import type { Endpoint, SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FileStore, ReceivedFile } from '../files/file-store.ts'
import { AppError } from '../scope.ts'

/** Allowance for boundaries, part headers and a few fields. */
const formBytes = 64 * 1024
const maxFieldBytes = 1024

/** A multipart call as read: its file, its fields, and what removes a temporary file. */
export type ReadForm = {
  file: Uint8Array | SpooledFile
  fields: Record<string, unknown>
  discard(): Promise<void>
}
type Receive = FileStore['receive']

const tooLarge = () => new AppError(kernelErrors.tooLarge)
/** Errors of the parser itself carry no status; a malformed form is the caller's fault. */
const isParserComplaint = (error: unknown) =>
  error instanceof Error && !('statusCode' in error) && !(error instanceof AppError) && !('errno' in error)

/** The parser truncates a file at the limit and continues; whether another chunk follows is chance. */
const whole = async function* ({ file }: MultipartFile) {
  file.once('limit', () => file.destroy(tooLarge()))
  for await (const chunk of file) yield chunk as Buffer
  if (file.truncated) throw tooLarge()
}

const readIntoMemory = async (request: FastifyRequest, limits: object): Promise<ReadForm> => {
  const part = await request.file({ limits })
  if (!part) throw new AppError(kernelErrors.invalid)
  const chunks: Buffer[] = []
  for await (const chunk of whole(part)) chunks.push(chunk)
  return { file: Buffer.concat(chunks), fields: {}, discard: async () => undefined }
}

const readIntoSpool = async (request: FastifyRequest, limits: object, receive: Receive): Promise<ReadForm> => {
  const fields: [name: string, value: unknown][] = []
  let received: (ReceivedFile & { name: string }) | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.push([part.fieldname, part.value])
      // A part of bytes is a file without a name, whatever its type says.
      else received = { name: part.filename ?? '', ...(await receive(whole(part))) }
    }
    if (!received) throw new AppError(kernelErrors.invalid)
  } catch (error) {
    await received?.discard()
    throw error
  }
  const { discard, ...file } = received
  return { file, fields: Object.fromEntries(fields), discard }
}

/**
 * Reads the form of a multipart call, with a file of at most the endpoint's `maxBytes`; undefined for other calls. In:
 * what receives a temporary file.
 * @throws tooLarge above the limit, invalid if the body is no form or holds no file
 */
export const readForm = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  receive: Receive,
): Promise<ReadForm | undefined> => {
  if (endpoint.wire !== 'multipart' || endpoint.method === 'GET') return undefined
  const { maxBytes = 0, spooled } = endpoint
  try {
    if (Number(request.headers['content-length']) > maxBytes + formBytes) throw tooLarge()
    const limits = { fileSize: maxBytes, fieldSize: maxFieldBytes }
    return await (spooled ? readIntoSpool(request, limits, receive) : readIntoMemory(request, limits))
  } catch (error) {
    throw isParserComplaint(error) ? new AppError(kernelErrors.invalid) : error
  }
}
