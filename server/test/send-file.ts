import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import type { TestApp } from './harness.ts'

type Fields = Readonly<Record<string, string>>
/** The envelope of an upload. */
export type Uploaded = { code: number; msg: string; data?: { id: string; path: string; url: string } & Fields }

type Sent = { bytes: Uint8Array; name: string; fields?: Fields }

/**
 * Sends a file to an address as a browser does.
 * @returns status and envelope
 */
export const sendFileTo = async (
  { server }: Pick<TestApp, 'server'>,
  url: string,
  token: string,
  { bytes, name, fields = {} }: Sent,
) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), name)
  const encoded = new Response(form)
  const answer = await server.inject({
    method: 'POST',
    url,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, ...answer.json() }
}

/** Uploads a file. */
export const sendFile = (
  app: Pick<TestApp, 'server'>,
  token: string,
  bytes: Uint8Array,
  name: string,
  fields: Fields = {},
): Promise<Uploaded & { status: number }> =>
  sendFileTo(app, uploadsContract.upload.path, token, { bytes, name, fields })
