import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { addressOf } from '@atrium/contract/kernel/endpoint-address.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { apiName, moduleName, operationName, operationRisk } from './declared-names.ts'

const authByAccess = { public: 'public', temporary: 'temporary', signedIn: 'login', permitted: 'perm' } as const

/** All modules, elements and APIs the code declares, as registry rows. */
export const declaredRegistry = (catalogue: Catalogue) => {
  const { endpoints, permissions } = catalogue
  const codes = [...permissions].sort()
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
    name: apiName(catalogue, endpoint),
    module: endpoint.module,
    auth: authByAccess[endpoint.access.kind],
    element: toPermission(endpoint),
    ...(endpoint.rate && { rate: endpoint.rate }),
  }))
  return { modules, elements, apis }
}
