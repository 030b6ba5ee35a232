import { S3mini } from 's3mini'

/** Address and credentials of a bucket, in path style. */
export type S3Bucket = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string }

/** Size of the pieces in which large bytes are sent; stores demand at least 5 MB of all but the last. */
export const pieceBytes = 8 * 1024 * 1024

/** How long a store may take until it begins to answer; what it answers is read as fast as its reader takes it. */
const answerMs = 60_000

/** Calls of a store by how they ended: refused by an answer, failed without one. A missing object is an answer. */
export type StoreCalls = { ok: number; refused: number; failed: number }
export const noCalls = (): StoreCalls => ({ ok: 0, refused: 0, failed: 0 })

/** A timeout of s3mini would cut downloads that take longer. */
const createPatientFetch =
  (ms: number, calls: StoreCalls): typeof fetch =>
  async (input, init) => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Error(`the S3 store did not answer within ${ms} ms`)), ms)
    try {
      const answer = await fetch(input, { ...init, signal: abort.signal })
      calls[answer.ok || answer.status === 404 ? 'ok' : 'refused'] += 1
      return answer
    } catch (error) {
      calls.failed += 1
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

/** A client of one bucket. Takes how long it may take to begin an answer, in milliseconds, and what counts its calls. */
export const openBucket = (
  { endpoint, bucket, accessKey, secretKey, region }: S3Bucket,
  patienceMs = answerMs,
  calls = noCalls(),
): S3mini =>
  new S3mini({
    fetch: createPatientFetch(patienceMs, calls),
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    requestSizeInBytes: pieceBytes,
  })

/** The keys below a prefix, in their order. */
export async function* keysBelow(s3: S3mini, prefix: string): AsyncGenerator<string> {
  let token: string | undefined
  do {
    const page = await s3.listObjectsPaged('/', prefix, 1000, token)
    for (const { Key: key } of page?.objects ?? []) yield key
    token = page?.nextContinuationToken
  } while (token !== undefined)
}

/** Joins chunks to pieces of `pieceBytes`; the last may be shorter. */
export async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + pieceBytes - bytes)
      waiting.push(taken)
      bytes += taken.length
      at += taken.length
      if (bytes < pieceBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
