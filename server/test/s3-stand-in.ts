import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Bucket } from '../src/kernel/files/s3-client.ts'
import { afterFile } from './after-file.ts'

const bucket = 'files'
/** Small, so that lists have several pages. */
const pageSize = 3

/**
 * The part of S3 that the product speaks, in path style and in memory: put, get with a range, head, delete, list by
 * pages, and multipart uploads. It demands a signature and does not check it.
 */
export const createS3StandIn = async () => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { key: string; begunAt: string; parts: Map<number, Buffer> }>()

  const answer = (response: ServerResponse, status: number, body: string | Buffer = '', headers = {}) =>
    void response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  const xml = (response: ServerResponse, body: string) =>
    answer(response, 200, `<?xml version="1.0"?>${body}`, { 'content-type': 'application/xml' })

  const list = (response: ServerResponse, query: URLSearchParams) => {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const more = keys.length > pageSize
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`)
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    xml(
      response,
      `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }
  const listUploads = (response: ServerResponse) => {
    const found = [...uploads].map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt}</Initiated></Upload>`,
    )
    xml(
      response,
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${found.join('')}</ListMultipartUploadsResult>`,
    )
  }
  const remove = (response: ServerResponse, key: string, query: URLSearchParams) => {
    const id = query.get('uploadId')
    if (id === null) objects.delete(key)
    else uploads.delete(id)
    answer(response, 204)
  }
  const get = (response: ServerResponse, key: string, range: string | undefined) => {
    const found = objects.get(key)
    if (!found) return answer(response, 404)
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return start === undefined
      ? answer(response, 200, found, { etag: '"e"' })
      : answer(response, 206, found.subarray(Number(start), Number(end) + 1))
  }
  const put = async (request: IncomingMessage, response: ServerResponse, key: string, query: URLSearchParams) => {
    const body = await buffer(request)
    const parts = uploads.get(query.get('uploadId') ?? '')?.parts
    if (parts) parts.set(Number(query.get('partNumber')), body)
    else objects.set(key, body)
    answer(response, 200, '', { etag: '"e"' })
  }
  const post = async (request: IncomingMessage, response: ServerResponse, key: string, query: URLSearchParams) => {
    await buffer(request)
    const id = query.get('uploadId') ?? randomUUID()
    const parts = uploads.get(id)?.parts
    if (!parts) {
      uploads.set(id, { key, begunAt: new Date().toISOString(), parts: new Map() })
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes)
    objects.set(key, Buffer.concat(inOrder))
    uploads.delete(id)
    return xml(response, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(pathname.replace(new RegExp(`^/${bucket}/?`), ''))
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return answer(response, 403)
    if (request.method === 'PUT') return void put(request, response, key, searchParams)
    if (request.method === 'POST') return void post(request, response, key, searchParams)
    if (request.method === 'DELETE') return remove(response, key, searchParams)
    if (key === '' && searchParams.has('uploads')) return listUploads(response)
    if (key === '' && request.method === 'GET') return list(response, searchParams)
    return get(response, key, request.headers.range)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterFile(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1' }
  return { bucket: { endpoint, bucket, ...credentials } satisfies S3Bucket, objects, uploads }
}
