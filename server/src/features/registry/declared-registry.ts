import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import { apiName, moduleName, operationName, operationRisk } from './declared-names.ts'

const auths = { public: 'public', temporary: 'temporary', signedIn: 'login', permitted: 'perm' } as const

/** An address as the wire writes it: `/api/sys/users/{id}/v1`. */
export const addressOf = ({ method, path }: Endpoint) => ({ method, path: path.replace(/:([a-zA-Z]+)/g, '{$1}') })

/** The address in one word, to look it up by. */
export const addressKey = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
export const keyOfEndpoint = (endpoint: Endpoint): string => addressKey(addressOf(endpoint))

const byAddress = new Map(endpoints.map((endpoint) => [keyOfEndpoint(endpoint), endpoint]))
/** The endpoint the product serves at a registered address; undefined for what a business system brings. */
export const endpointAt = (address: { method: string; path: string }): Endpoint | undefined =>
  byAddress.get(addressKey(address))

/** Everything the code declares, as rows of the registry. */
export const declared = () => {
  const codes = [...new Set(endpoints.flatMap((endpoint) => permissionOf(endpoint) ?? []))].sort()
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
    ...addressOf(endpoint),
    key: `${endpoint.module}.${endpoint.name}`,
    name: apiName(endpoint),
    module: endpoint.module,
    auth: auths[endpoint.access.kind],
    element: permissionOf(endpoint),
    ...(endpoint.rate && { rate: endpoint.rate }),
  }))
  return { modules, elements, apis }
}
