import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, toPermission } from '@atrium/contract/kernel/endpoint.ts'
import { apiName, moduleName, operationName, operationRisk } from './declared-names.ts'

const authByAccess = { public: 'public', temporary: 'temporary', signedIn: 'login', permitted: 'perm' } as const

/** The address in wire notation: `/api/sys/users/{id}/v1`. */
export const toAddress = ({ method, path }: Endpoint) => ({ method, path: path.replace(/:([a-zA-Z]+)/g, '{$1}') })

/** Lookup key of an address. */
export const addressKey = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
export const keyOfEndpoint = (endpoint: Endpoint): string => addressKey(toAddress(endpoint))

const byAddress = new Map(endpoints.map((endpoint) => [keyOfEndpoint(endpoint), endpoint]))
/** The endpoint served at a registered address; undefined for APIs of business systems. */
export const endpointAt = (address: { method: string; path: string }): Endpoint | undefined =>
  byAddress.get(addressKey(address))

/** All modules, elements and APIs the code declares, as registry rows. */
export const declaredRegistry = () => {
  const codes = [...new Set(endpoints.flatMap((endpoint) => toPermission(endpoint) ?? []))].sort()
  const modules = [...new Set(endpoints.map(({ module }) => module))].map((code, at) => ({
    code,
    name: moduleName(code),
    app: code.startsWith('front') ? 'front' : code.startsWith('open') ? 'open' : 'console',
    sort: (at + 1) * 10,
  }))
  const elements = codes.map((code, at) => {
    const [module = '', operation = ''] = code.split(':')
    const [name, risk] = [operationName(operation), operationRisk(operation)]
    return { code, module, operation, name, risk, sort: (at + 1) * 10 }
  })
  const apis = endpoints.map((endpoint) => ({
    ...toAddress(endpoint),
    key: `${endpoint.module}.${endpoint.name}`,
    name: apiName(endpoint),
    module: endpoint.module,
    auth: authByAccess[endpoint.access.kind],
    element: toPermission(endpoint),
    ...(endpoint.rate && { rate: endpoint.rate }),
  }))
  return { modules, elements, apis }
}
