import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { idPlaces } from '../id-places.ts'
import { type Excused, toTitle } from './expect-only.ts'

/** What `params.id` of a module is where it is no user, organisation or role. */
const ownRows: Excused = {
  sysIdentityProviders: 'identity providers of the company',
  sysIdentityLinks: 'a provider, which every visitor sees on the sign-in page',
  sysApprovals: 'approvals in which the caller takes part',
  sysRegistrations: 'registrations of people who are no users yet',
  sysInvitations: 'invitation codes of the company',
  sysProfile: 'own sessions',
  sysViews: 'own views of lists',
  sysSecurity: 'own means of signing in',
  frontUsers: 'enterprises, whose recognition the operator decides on',
  frontEnts: 'invitations, codes and enterprises of the caller',
  sysModules: 'modules of the registry',
  sysElems: 'elements of the registry',
  sysApis: 'calls of the registry',
  sysOnline: 'sessions, which the handler finds within the row scope',
  sysLogs: 'failed calls, which the handler finds within the row scope',
  sysMessageTemplates: 'templates of messages',
  sysReviews: 'reviews, judged by all of their items',
  sysMemberships: 'invitations of and to the caller’s company',
  sysCompanys: 'companies, which only the operator reaches',
  sysTenantPolicies: 'tenants, which only the operator reaches',
  sysVisits: 'requests of visitors from another company',
  sysPlans: 'plans of the operator',
  sysAccessRequests: 'access requests, which the handler finds within the row scope',
  sysCustomFields: 'custom fields of the company',
  sysTags: 'tags of the company',
  sysPosts: 'posts of the company',
  sysMenus: 'menus of the product',
  sysBases: 'base parameters',
  sysDicts: 'items of dictionaries',
  sysUploads: 'uploaded files of the company',
  sysDocs: 'documents, judged by the rights on them',
  sysNews: 'notices of the company',
  sysExcels: 'templates and own imports',
  sysJobs: 'runs of the company, and own ones',
  openApis: 'APIs of the open platform',
  openApps: 'applications of the company',
  sysBulks: 'own operations on many rows',
  frontApps: 'applications shown to the caller, and requests for them',
}
/** Other places by their last name. */
const otherRows: Excused = {
  provider: 'a provider, named by its own sign-in',
  linkId: 'an own link, or one of a document',
  openMenus: 'menus of the sidebar',
  pinned: 'menus of the sidebar',
  uuid: 'a sent code',
  entId: 'an enterprise of the caller',
  moduleId: 'a module of the registry',
  apiIds: 'calls of the registry or open APIs',
  apiId: 'a call of the registry or an open API',
  postId: 'a post of the company',
  sid: 'a session of the user before it, or a secret of the application',
  planId: 'a plan of the operator',
  template: 'a company or plan that is copied',
  menus: 'menus of the product',
  elems: 'elements of the registry',
  home: 'a menu of the product',
  elemIds: 'elements of the registry',
  parentId: 'a folder of documents',
  fileId: 'an uploaded file of the caller',
  folderId: 'a folder of documents',
  comparisonId: 'a comparison of the operator',
  runId: 'an export of the operator',
  rows: 'rows of a comparison of the operator',
  appId: 'an application shown to the caller',
  requestId: 'a request for the application before it',
  hookId: 'a webhook of the application before it',
  did: 'a delivery of the webhook before it',
}
/** Single places whose names say too little. */
const singlePlaces: Excused = {
  'sysCompanys.create body.parent': 'a company, which only the operator reaches',
  'sysCompanys.update body.parent': 'a company, which only the operator reaches',
  'sysMenus.create body.parent': 'a menu of the product',
  'sysMenus.update body.parent': 'a menu of the product',
  'sysMenus.sort body.moves.id': 'menus of the product',
  'sysMenus.sort body.moves.parent': 'menus of the product',
  'sysBases.updateValues body.changes.id': 'base parameters',
  'sysReviews.answerItems body.ids': 'items that the caller reviews',
  'sysRoles.updateMenus body.ids': 'menus of the product',
  'sysRoles.updateElements body.ids': 'elements of the registry',
  'frontApps.favorite body.id': 'an application shown to the caller',
}

const excuses: Excused = { ...ownRows, ...otherRows, ...singlePlaces }

const requiresSession = ({ access }: Endpoint) => access.kind === 'permitted' || access.kind === 'signedIn'
const changes = endpoints.filter((endpoint) => requiresSession(endpoint) && isMutation(endpoint))
const lastName = (place: string) => place.slice(place.lastIndexOf('.') + 1)
const findExcuse = (endpoint: Endpoint, place: string): string | undefined => {
  const names = [`${toTitle(endpoint)} ${place}`, place === 'params.id' ? endpoint.module : lastName(place)]
  return names.find((name) => name in excuses)
}

describe('an id in a change', () => {
  const undeclared = changes.flatMap((endpoint) =>
    idPlaces(endpoint)
      .filter((place) => !(place in (endpoint.ids ?? {})))
      .map((place) => ({ title: `${toTitle(endpoint)} ${place}`, excuse: findExcuse(endpoint, place) })),
  )
  it('is bounded by its declaration, unless it is of no user, organisation or role', () => {
    expect(undeclared.filter(({ excuse }) => excuse === undefined).map(({ title }) => title)).toEqual([])
  })
  it('is excused by a name that is in use', () => {
    expect(new Set(undeclared.flatMap(({ excuse }) => excuse ?? []))).toEqual(new Set(Object.keys(excuses)))
  })
  it('stands where the declaration bounds it', () => {
    const missing = endpoints.flatMap((endpoint) => {
      const places = new Set(idPlaces(endpoint))
      return Object.keys(endpoint.ids ?? {}).flatMap((place) =>
        places.has(place) && isMutation(endpoint) ? [] : `${toTitle(endpoint)} ${place}`,
      )
    })
    expect(missing).toEqual([])
  })
})
