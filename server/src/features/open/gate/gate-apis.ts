import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { gateRepository as repository, type StoredGateApi } from './gate.repository.ts'

export type GateApi = Omit<StoredGateApi, 'own'> & {
  segments: readonly string[]
  /** The product's own API; undefined for a target, and for one that this version has not. */
  endpoint: Endpoint | undefined
}
export type FoundApi = { api: GateApi; params: Readonly<Record<string, string>> }
export type GateApis = { find(method: string, path: string): Promise<FoundApi | undefined> }

const cacheTtlMs = 1000
const isParameter = (segment: string) => segment.startsWith('{')
const decoded = (segment: string): string | undefined => {
  try {
    const text = decodeURIComponent(segment)
    // Neither another segment, nor a step up, nor a control character.
    return /^\.{0,2}$|[/\\\p{Cc}]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
/** Values of the parameters; undefined if the path is another. Fixed segments are compared as they were sent. */
const match = (pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at] ?? ''
    if (!isParameter(part)) {
      if (part !== segment) return undefined
      continue
    }
    const value = decoded(segment)
    if (value === undefined) return undefined
    params[part.slice(1, -1)] = value
  }
  return params
}
const rank = ({ segments }: GateApi) => segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('')

type Table = ReadonlyMap<string, readonly GateApi[]>
const toKey = (method: string, segments: readonly string[]) => `${method} ${segments.length}`
/** By method and number of segments; fixed segments before parameters. */
const toTable = ({ endpointAt }: Catalogue, stored: readonly StoredGateApi[]): Table => {
  const apis = stored.map(
    ({ own, ...api }): GateApi => ({
      ...api,
      segments: api.path.split('/'),
      endpoint: own ? endpointAt(own) : undefined,
    }),
  )
  const table = Map.groupBy(apis, ({ method, segments }) => toKey(method, segments))
  for (const group of table.values()) group.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
  return table
}

type Ports = { database: Database; catalogue: Catalogue }

/** APIs that are served, read once a second at most. */
export const createGateApis = ({ database, catalogue }: Ports): GateApis => {
  let table: Promise<Table> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  const current = (): Promise<Table> => {
    const now = performance.now()
    if (table && now - readAt < cacheTtlMs) return table
    readAt = now
    const reading = database
      .read({ reach: 'platform' }, (db) => repository.listApis(db))
      .then((stored) => toTable(catalogue, stored))
    table = reading
    reading.catch(() => {
      if (table === reading) table = undefined
    })
    return reading
  }
  return {
    async find(method, path) {
      const segments = path.split('/')
      for (const api of (await current()).get(toKey(method, segments)) ?? []) {
        const params = match(api.segments, segments)
        if (params) return { api, params }
      }
      return undefined
    },
  }
}
