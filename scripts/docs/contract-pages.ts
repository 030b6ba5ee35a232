import { contracts, errorsByGroup } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { table } from './markdown-table.ts'

const endpoints: [string, Endpoint][] = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.values(contract).map((endpoint): [string, Endpoint] => [feature, endpoint]),
)

const displayPath = ({ path }: Endpoint) => path.replace(/:([a-zA-Z]+)/g, '{$1}')
const access = (endpoint: Endpoint) => {
  if (endpoint.access.kind === 'permitted') return `\`${toPermission(endpoint)}\``
  return `${endpoint.access.kind}: ${endpoint.access.because}`
}
const audit = (endpoint: Endpoint) => {
  if (endpoint.method === 'GET') return ''
  return 'event' in endpoint.audit ? `\`${endpoint.audit.event}\`` : `none: ${endpoint.audit.none}`
}

/** All endpoints of the product. */
export const endpointsPage = () =>
  table(
    'Endpoints',
    ['Feature', 'Method', 'Path', 'What it does', 'Access', 'Reach', 'Audit', 'Wire'],
    endpoints.map(([feature, endpoint]) => [
      feature,
      endpoint.method,
      `\`${displayPath(endpoint)}\``,
      endpoint.summary,
      access(endpoint),
      endpoint.reach,
      audit(endpoint),
      endpoint.wire ?? 'json',
    ]),
  )

/** All permissions, with the endpoints each opens. */
export const permissionsPage = () => {
  const opens = new Map<string, string[]>()
  for (const [, endpoint] of endpoints) {
    const permission = toPermission(endpoint)
    if (permission === undefined) continue
    opens.set(permission, [...(opens.get(permission) ?? []), `\`${endpoint.method} ${displayPath(endpoint)}\``])
  }
  const rows = [...opens]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([permission, calls]) => [`\`${permission}\``, calls.join('<br>')])
  return table('Permissions', ['Permission', 'Opens'], rows)
}

/** All error codes. */
export const errorCodesPage = () =>
  table(
    'Error codes',
    ['Code', 'Name', 'Sentence'],
    Object.entries(errorsByGroup).flatMap(([group, errors]) =>
      Object.entries(errors).map(([name, { code, msg }]) => [String(code), `${group}.${name}`, msg]),
    ),
  )
