import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { withoutInvisible } from '@atrium/contract/kernel/visible-text.ts'
import { markdownPayloads, namePayloads } from '@atrium/server/test/hostile/text-payloads.ts'
import { toDraft } from '@atrium/server/test/notice-stage.ts'
import { fit, type Marked } from './script-marks.ts'
import type { Send } from './script-sender.ts'

type Caller = { send: Send; token: string }

const callAs =
  ({ send, token }: Caller) =>
  async (endpoint: Endpoint, body: object, id = '') => {
    const { code, msg, data } = await send({
      method: endpoint.method,
      url: endpoint.path.replace(':id', id),
      headers: { token, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    return { id: (data as { id?: string } | null | undefined)?.id ?? '', code, msg }
  }

/**
 * Sends a file as a browser does.
 * @returns its id; empty if it was refused.
 */
const sendFile = async ({ send, token }: Caller, name: string, content: string): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'text/html' }), name)
  const encoded = new Response(form)
  const { data } = await send({
    method: 'POST',
    url: uploadsContract.upload.path,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: new Uint8Array(await encoded.arrayBuffer()),
  })
  return (data as { id?: string } | undefined)?.id ?? ''
}

/**
 * Publishes a notice of each text, to all of the company or on the portal.
 * @returns their ids
 */
export const publishNotices = async (caller: Caller, texts: readonly Marked[], scope: 'all' | 'portal') => {
  const call = callAs(caller)
  const ids: string[] = []
  for (const marked of texts) {
    // The mark stands before what may swallow it.
    const content = `<p>${marked.mark}</p>${marked.payload}`
    const line = { ...marked, payload: withoutInvisible(marked.payload).replaceAll(/\s/g, ' ') }
    const texts = { title: fit(line, 100), summary: fit(line, 200), content, target: { scope, ids: [] } }
    const { id } = await call(noticesContract.create, toDraft(texts))
    const { code } = await call(noticesContract.issue, { channels: [], version: 1 }, id)
    if (code === 0) ids.push(id)
  }
  return ids
}

const toMarkdown = (texts: readonly Marked[]) => texts.map(({ mark, payload }) => `${mark}\n\n${payload}\n\n`).join('')

/**
 * Puts files with hostile names, and Markdown and texts of hostile content, into a folder.
 * @returns how many
 */
export const fillFolder = async (caller: Caller, texts: readonly Marked[], perText = 40) => {
  const call = callAs(caller)
  const [first] = texts
  if (!first) return 0
  const folder = await call(documentsContract.createFolder, { title: `夹${first.mark}` })
  const named = texts.map((marked, at) => {
    const name = namePayloads[at % namePayloads.length] ?? ''
    return {
      name: `${name}${fit({ ...marked, payload: marked.payload.replaceAll(/[/\\]/g, '∕') }, 80)}.txt`,
      content: `文 ${marked.payload}`,
      marked,
    }
  })
  const bodies = Array.from({ length: Math.ceil(texts.length / perText) }, (_, at) =>
    texts.slice(at * perText, (at + 1) * perText),
  )
  const written = bodies.flatMap((part, at) => {
    const marked = part[0] ?? first
    const content = `# 文档\n\n${toMarkdown(part)}\n\n${markdownPayloads.join('\n\n')}\n\n${marked.mark}`
    return [
      { name: `正文${at}${marked.mark}.md`, content, marked },
      { name: `文本${at}${marked.mark}.txt`, content, marked },
    ]
  })
  let count = 0
  for (const { name, content, marked } of [...named, ...written]) {
    // A text has no control characters.
    const fileId = await sendFile(caller, name, withoutInvisible(content))
    if (fileId === '') continue
    const { code } = await call(documentsContract.create, {
      fileId,
      folderId: folder.id,
      path: [],
      note: fit(marked, 200),
    })
    if (code === 0) count += 1
  }
  return count
}
