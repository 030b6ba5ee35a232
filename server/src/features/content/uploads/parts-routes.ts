import { randomUUID } from 'node:crypto'
import { maxLargeFileBytes } from '@atrium/contract/features/content/uploads/file-types.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Server } from '@tus/server'
import { errorReply } from '../../../kernel/http/error-reply.ts'
import { type AdmittedRawCall, type RawCall, type RawRoute, toRawStatus } from '../../../kernel/http/raw-routes.ts'
import { newId } from '../../../kernel/ids.ts'
import { AppError } from '../../../kernel/scope.ts'
import { createArrivingFiles } from './arriving-files.ts'
import type { ArrivingPorts } from './finish-arrival.ts'
import { PartsStore, type Refusal } from './parts-store.ts'
import { createUploadLeases, type Ongoing } from './upload-lease.ts'

/** How long the holder of a lease may take to write what has arrived, once another request wants it. */
const drainMs = 500
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Ports = ArrivingPorts & { siteOrigin: string }

/**
 * Uploads in parts by the protocol tus 1.0: resumable on every node, cancelled by the client, expired by us. Takes
 * their address, and the endpoint as which every request is admitted. A request sees the caller's own files only.
 */
export const createPartsRoutes = (ports: Ports, path: string, admittedAs: Endpoint): RawRoute[] => {
  const { database, siteOrigin, onError } = ports

  const serverFor = (call: AdmittedRawCall) => {
    const { companyId } = call.actor
    const lease = randomUUID()
    const ongoing: Ongoing = {}
    const arriving = createArrivingFiles(ports, { ...call, lease, ongoing })
    const toRefusal = (error: AppError): Refusal => {
      const { status, body } = errorReply(error, call.request.id)
      return { status_code: toRawStatus(error, status), body: JSON.stringify(body) }
    }
    return new Server({
      path,
      relativeLocation: true,
      datastore: new PartsStore(arriving, toRefusal),
      locker: createUploadLeases({ database, companyId, lease, ongoing, onError }),
      lockDrainTimeout: drainMs,
      maxSize: maxLargeFileBytes,
      allowedOrigins: [siteOrigin],
      namingFunction: () => newId(),
      onResponseError: async (_request, error) => {
        if (error instanceof AppError) {
          await call.auditRefusal(error, arriving.subject())
          return toRefusal(error)
        }
        if ('status_code' in error) return undefined
        const { status, body, unexpected } = errorReply(error, call.request.id)
        if (unexpected) onError(error)
        return { status_code: status, body: JSON.stringify(body) }
      },
    })
  }
  const handle = async (call: AdmittedRawCall) => {
    const { request, reply } = call
    const { id } = request.params as { id?: string }
    if (id !== undefined && !uuid.test(id)) return reply.status(404).send()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('cache-control', 'no-store')
    return serverFor(call).handle(request.raw, reply.raw)
  }
  const describeProtocol = async ({ reply }: RawCall) =>
    reply
      .status(204)
      .headers({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,termination,expiration',
        'tus-max-size': String(maxLargeFileBytes),
      })
      .send()

  const publicBecause = 'tells what the server understands, and nothing else'
  return [
    { methods: ['POST'], url: path, admittedAs, handle },
    { methods: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:id`, admittedAs, goesOn: true, handle },
    { methods: ['OPTIONS'], url: path, publicBecause, handle: describeProtocol },
    { methods: ['OPTIONS'], url: `${path}/:id`, publicBecause, handle: describeProtocol },
  ]
}
