import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Shot } from './gate.ts'
import { type Json, type Parameter, withValue } from './parameters.ts'
import type { Sample } from './sample.ts'
import { asHeader, asUrlPart } from './wire-text.ts'

let requests = 0
/**
 * A new address per request, so that no per-address limit refuses it; where an endpoint has one, each address sends
 * just enough to reach it.
 */
const addressFor = ({ limit }: Endpoint) => {
  requests += 1
  const at = limit ? Math.floor(requests / (limit.points + 1)) : requests
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const toPath = ({ path }: Endpoint, params: Json) =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => asUrlPart(text(params[name] ?? '')))
const toSearch = (query: Json) =>
  Object.entries(query)
    .map(([name, value]) => `${asUrlPart(name)}=${asUrlPart(text(value))}`)
    .join('&')

export const boundary = 'atrium-boundary'
/** A file in a multipart body with the given headers. */
export const filePart = (
  file: Uint8Array,
  disposition = 'form-data; name="file"; filename="p.png"',
  type = 'image/png',
) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])

/** Fields of a multipart body, before its file. */
const fieldParts = (fields: Json) =>
  Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/[\r\n"]/g, '')}"\r\n\r\n${text(value)}\r\n`,
    ),
  )

/** The request of a sample with extra headers. `file` is the content of uploads. */
export const buildShot = (
  endpoint: Endpoint,
  sample: Sample,
  file: Uint8Array,
  headers: Record<string, string> = {},
): Shot => {
  const query = toSearch(sample.query ?? {})
  const shot = {
    method: endpoint.method,
    url: toPath(endpoint, sample.params ?? {}) + (query && `?${query}`),
    remoteAddress: sample.remoteAddress ?? addressFor(endpoint),
    endpointPath: endpoint.path,
    description: 'nothing hostile',
  }
  const token = sample.token === undefined ? {} : { token: sample.token }
  if (endpoint.wire === 'multipart') {
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return {
      ...shot,
      headers: { ...token, ...type, ...headers },
      payload: Buffer.concat([...fieldParts(sample.body ?? {}), filePart(file)]),
    }
  }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { ...shot, headers: { ...token, ...headers } }
  const type = { 'content-type': 'application/json' }
  return { ...shot, headers: { ...token, ...type, ...headers }, payload: JSON.stringify(sample.body ?? {}) }
}

/** The request of a sample with one parameter replaced. */
export const shotWith = (endpoint: Endpoint, sample: Sample, file: Uint8Array, at: Parameter, value: unknown): Shot => {
  const part = withValue(sample[at.part] ?? {}, at.path, value)
  return {
    ...buildShot(endpoint, { ...sample, [at.part]: part }, file),
    description: `${at.part} ${at.path.join('.')} = ${JSON.stringify(value)}`,
  }
}

const jointHeaders = [
  'uuid',
  'idempotency-key',
  'x-time-zone',
  'x-cipher-id',
  'user-agent',
  'traceparent',
  'x-forwarded-for',
]
/**
 * Sets of headers that are hostile in one request. Headers that decide whether the rest is read stand alone where they
 * decide; the others go together.
 */
export const headerSets = ({ access, method }: Endpoint): string[][] => {
  const accessHeaders = access.kind === 'public' ? [] : ['token', 'x-expect-company']
  const alone = [...accessHeaders, ...(method === 'GET' ? [] : ['content-type'])]
  const rest = ['token', 'x-expect-company', 'content-type'].filter((name) => !alone.includes(name))
  return [[...jointHeaders, ...rest], ...alone.map((name) => [name])]
}

export const shotWithHeaders = (
  endpoint: Endpoint,
  sample: Sample,
  file: Uint8Array,
  names: readonly string[],
  value: string,
): Shot => {
  const hostile = Object.fromEntries(names.map((name) => [name, asHeader(value)]))
  return {
    ...buildShot(endpoint, sample, file, hostile),
    description: `${names.join(', ')} = ${JSON.stringify(value)}`,
  }
}
