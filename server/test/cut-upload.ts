import { createReadStream } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Upload } from 'tus-js-client'
import type { TestApp } from './harness.ts'
import { createGateway, createLargeText, listen, sessionHeaders } from './tus-stage.ts'

/** Where parts began, and what the server said it has, in order. */
type Step = { kind: 'sent' | 'acknowledged'; offset: number }

/** When the connection is cut, as shares of the file; from the second cut on, another node goes on. */
const cutsAt = [0.2, 0.5, 0.8]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Bytes of buffers that are still in use. */
const heldBuffers = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/**
 * Uploads a text with the unmodified tus client over two nodes, the connection being cut three times in the middle of a
 * part. Out: the file's id, and what was seen on the way.
 */
export const uploadWithCuts = async (
  nodes: readonly [TestApp, TestApp],
  who: { account: string; password: string },
  { megabytes, chunkSize }: { megabytes: number; chunkSize: number },
) => {
  for (const node of nodes) await listen(node)
  const [first, second] = nodes
  const headers = await sessionHeaders(first, who)
  const text = await createLargeText(megabytes)
  const gateway = await createGateway(first.server.server)
  const steps: Step[] = []
  let cuts = 0
  let mostBuffers = 0
  const before = heldBuffers()

  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new Upload(createReadStream(text.path), {
    ...{ endpoint: gateway.endpoint, uploadSize: text.size, chunkSize, headers },
    metadata: { filename: '大文件.txt', biz: 'doc' },
    retryDelays: [20, 100, 300, 1000, 3000],
    onProgress(bytes) {
      if (process.memoryUsage().arrayBuffers - before > mostBuffers)
        mostBuffers = Math.max(mostBuffers, heldBuffers() - before)
      if (bytes < text.size * (cutsAt[cuts] ?? 2)) return
      cuts += 1
      if (cuts === 2) gateway.leadTo(second.server.server)
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
    ...{ digest: text.digest, size: text.size, steps, cuts, mostBuffers },
    served: nodes.map(({ server }) => gateway.served.get(server.server) ?? 0),
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
