import type { TestApp } from './harness.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/**
 * Uploads a file in parts, in one part, to an address of that protocol.
 * @returns its id
 * @throws what is refused
 */
export const sendInParts = async (
  { server }: Pick<TestApp, 'server'>,
  token: string,
  path: string,
  bytes: Uint8Array,
  name: string,
): Promise<string> => {
  const headers = { token, 'tus-resumable': '1.0.0' }
  const begun = await server.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `filename ${base64(name)}` },
  })
  const url = String(begun.headers.location ?? '')
  if (url === '') throw new Error(`refused: ${begun.statusCode} ${begun.body}`)
  const sent = await server.inject({
    method: 'PATCH',
    url,
    payload: Buffer.from(bytes),
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  if (sent.statusCode !== 204) throw new Error(`refused: ${sent.statusCode} ${sent.body}`)
  return url.split('/').at(-1) ?? ''
}
