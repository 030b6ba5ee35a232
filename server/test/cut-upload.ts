import { createReadStream } from 'node:fs'
import { Upload } from 'tus-js-client'
import { createGateway, createLargeText } from './tus-stage.ts'

/** Where parts began, and what the server said it has, in order. */
type Step = { kind: 'sent' | 'acknowledged'; offset: number }
type CutUpload = {
  megabytes: number
  chunkSize: number
  /** Bytes of memory that the nodes hold. */
  heldBytes(): number
  /** Runs at the second cut, from which on the second node serves. */
  onMove?(): void
}

/** When the connection is cut, as shares of the file. */
const cutsAt = [0.2, 0.5, 0.8]

/**
 * Uploads a text with the unmodified tus client over two nodes, the connection being cut three times in the middle of a
 * part. Takes the nodes' addresses and the headers of a session.
 * @returns the file's id, and what was seen on the way
 */
export const uploadWithCuts = async (
  nodes: readonly [string, string],
  headers: Record<string, string>,
  { megabytes, chunkSize, heldBytes, onMove }: CutUpload,
) => {
  const text = await createLargeText(megabytes)
  const gateway = await createGateway(nodes[0])
  const steps: Step[] = []
  let cuts = 0
  let mostBytes = 0
  const before = heldBytes()

  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new Upload(createReadStream(text.path), {
    endpoint: gateway.endpoint,
    uploadSize: text.size,
    chunkSize,
    headers,
    metadata: { filename: '大文件.txt', biz: 'doc' },
    retryDelays: [20, 100, 300, 1000, 3000, 5000, 10_000, 20_000],
    onProgress(bytes) {
      mostBytes = Math.max(mostBytes, heldBytes() - before)
      if (bytes < text.size * (cutsAt[cuts] ?? 2)) return
      cuts += 1
      if (cuts === 2) {
        gateway.leadTo(nodes[1])
        onMove?.()
      }
      gateway.cut()
    },
    onBeforeRequest(request) {
      if (request.getMethod() === 'PATCH')
        steps.push({ kind: 'sent', offset: Number(request.getHeader('Upload-Offset')) })
    },
    onAfterResponse(_request, response) {
      const offset = response.getHeader('Upload-Offset')
      if (offset !== undefined && response.getStatus() < 300)
        steps.push({ kind: 'acknowledged', offset: Number(offset) })
    },
    onSuccess: () => resolve(),
    onError: reject,
  })
  upload.start()
  await promise.finally(() => Promise.all([gateway.close(), text.remove()]))
  return {
    id: upload.url?.split('/').at(-1) ?? '',
    digest: text.digest,
    size: text.size,
    steps,
    cuts,
    mostBytes,
    served: nodes.map((node) => gateway.served.get(node) ?? 0),
  }
}

/** Parts that began elsewhere than where the server had said that it goes on. */
export const repeatedBytes = (steps: readonly Step[]): Step[] => {
  let has = 0
  return steps.filter(({ kind, offset }) => {
    if (kind === 'acknowledged') has = offset
    return offset !== has
  })
}
