import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import type { TestApp } from './harness.ts'

type Fields = Readonly<Record<string, string>>
/** The envelope of an upload. */
export type Uploaded = { code: number; msg: string; data?: { id: string; path: string; url: string } & Fields }

/** Uploads a file as a browser does. */
export const sendFile = async (
  { server }: Pick<TestApp, 'server'>,
  token: string,
  bytes: Uint8Array,
  name: string,
  fields: Fields = {},
): Promise<Uploaded & { status: number }> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), name)
  const encoded = new Response(form)
  const answer = await server.inject({
    method: 'POST',
    url: uploadsContract.upload.path,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, ...answer.json() }
}
