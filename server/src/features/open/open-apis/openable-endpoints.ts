import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const ownImport = 'an import belongs to the user who has uploaded the workbook'
const shownPassword = 'a generated password is shown once, to a person'
const secondPerson = 'a second person must consent, and an application acts for one who may be the first'
/** APIs that make no sense for an application, and why. */
const closed: Readonly<Record<string, string>> = {
  'sysDocs.createLink': 'a link belongs to the user who answers for it',
  'sysDocs.createFolder': 'a folder at the top is managed by the user who creates it',
  'sysDocs.move': 'a folder at the top is managed by the user who moves it there',
  'sysNews.approve': secondPerson,
  'sysNews.reject': secondPerson,
  'sysUsers.reset': shownPassword,
  'sysCompanys.reset': shownPassword,
  'sysJobs.undo': 'a run needs a user whose rights are checked before each batch',
  'sysExcels.imports': ownImport,
  'sysExcels.import': ownImport,
  'sysExcels.mapImport': ownImport,
  'sysExcels.checkImport': ownImport,
  'sysExcels.importRows': ownImport,
  'sysExcels.applyImport': ownImport,
  'sysExcels.removeImport': ownImport,
}
/** Modules whose APIs govern what applications may do. */
const governing = ['openApis', 'openApps']

/** The portal's calls are for people; programs have the console's of the same services. */
const isForPeople = ({ path }: Endpoint) => path.startsWith('/front-api/')

/**
 * Whether an API of the product can be opened: it needs a permission, works within the caller's company, speaks JSON,
 * and neither previews its impact nor replies with secrets, which are for people.
 */
const isOpenable = (endpoint: Endpoint): boolean =>
  endpoint.access.kind === 'permitted' &&
  endpoint.reach !== 'platform' &&
  (endpoint.wire === undefined || endpoint.wire === 'json' || endpoint.wire === 'list') &&
  (endpoint.method === 'GET' || (endpoint.impact === undefined && endpoint.secretReply !== true)) &&
  endpoint.unmasked !== true &&
  endpoint.homeAccountOnly !== true &&
  !isForPeople(endpoint) &&
  !governing.includes(endpoint.module) &&
  !(`${endpoint.module}.${endpoint.name}` in closed)

/** Keys of all that can be opened, as the registry has them. */
export const findOpenableKeys = ({ endpoints }: Catalogue): readonly string[] =>
  endpoints.filter(isOpenable).map(({ module, name }) => `${module}.${name}`)

/**
 * Names of a path's parameters, in their order.
 * @param path `/open/v1/orders/{id}`
 */
export const listParameters = (path: string): string[] =>
  [...path.matchAll(/\{([A-Za-z0-9]+)\}/g)].map(([, name]) => name ?? '')
/** A path with its parameters unnamed. */
export const toShape = (path: string): string => path.replaceAll(/\{[A-Za-z0-9]+\}/g, '{}')
