import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { customKeyOf } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import type { OidcSettings, OidcWrite } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { customRestriction } from '@atrium/contract/kernel/custom-fields.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { isAllowedLiteral, isRefusedTarget } from '../../../kernel/outgoing/allowed-targets.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { tenantOrigin } from '../../tenancy/branding/index.ts'
import { lockApp } from './app-rules.ts'
import { oidcSettingsRepository as repository, type StoredSettings } from './oidc-settings.repository.ts'
import type { StoredOpenApp } from './open-apps.repository.ts'
import { openAppsRepository } from './open-apps.repository.ts'

/** The address that names the OpenID Connect provider. */
export const toIssuer = (siteOrigin: string) => `${siteOrigin}/oidc`

const unset: StoredSettings = {
  redirectUris: [],
  logoutUris: [],
  backchannelLogoutUri: '',
  grants: [],
  scopes: ['openid', 'profile'],
  claims: [],
  pkce: true,
  secretBy: 'basic',
  accessTtl: 3600,
  refreshTtl: 86_400,
  version: 0,
}
const isScheme = (uri: string) => !/^https?:/.test(uri)
const deviceHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/** The provider takes no other addresses of native applications, and with one of them does not know the application. */
const suitsNative = (uri: string) => isScheme(uri) || uri.startsWith('http:') === deviceHosts.has(new URL(uri).hostname)
const toAuditValues = ({ version: _, grants: grantTypes, claims, ...settings }: StoredSettings) => ({
  ...settings,
  grantTypes,
  claims: claims.map(({ name, from }) => `${name} ← ${from}`),
})

/** Throws `noRedirect`, `refreshNeedsCode`, `credentialsNeedServer`, `schemeNeedsNative` and `httpNeedsDevice`. */
const assertFits = ({ kind }: StoredOpenApp, { grants, redirectUris, logoutUris }: OidcWrite) => {
  const signsIn = grants.includes('authorization_code')
  if (signsIn && redirectUris.length === 0) throw refusalAt(oidcErrors.noRedirect, 'redirectUris')
  if (!(signsIn || grants.includes('device_code')) && grants.includes('refresh_token'))
    throw refusalAt(oidcErrors.refreshNeedsCode, 'grants')
  if (kind !== 'server' && grants.includes('client_credentials'))
    throw refusalAt(oidcErrors.credentialsNeedServer, 'grants')
  for (const [field, uris] of Object.entries({ redirectUris, logoutUris })) {
    if (kind !== 'native' && uris.some(isScheme)) throw refusalAt(oidcErrors.schemeNeedsNative, field)
    if (kind === 'native' && !uris.every(suitsNative)) throw refusalAt(oidcErrors.httpNeedsDevice, field)
  }
}

/**
 * The network of the operator's own, which they allow by address, may do without TLS.
 * @throws `logoutNeedsTls` and `logoutRefused`; what names lead to is looked at with each notice.
 */
const assertNotifiable = (uri: string, allowedNetworks: readonly string[]) => {
  if (uri === '') return
  if (isRefusedTarget(uri, allowedNetworks)) throw refusalAt(oidcErrors.logoutRefused, 'backchannelLogoutUri')
  if (!uri.startsWith('https:') && !isAllowedLiteral(uri, allowedNetworks))
    throw refusalAt(oidcErrors.logoutNeedsTls, 'backchannelLogoutUri')
}

/**
 * Custom fields that fill claims are known to the caller as a whole, as an application learns what they choose. Those that
 * fill the claim already stay.
 * @throws `noSuchField`
 */
const assertFieldsKnown = async ({ db, actor }: RequestScope, before: StoredSettings, { claims }: OidcWrite) => {
  const kept = new Set(before.claims.map(({ from }) => from))
  const keys = claims.flatMap(({ from }) => (kept.has(from) ? [] : (customKeyOf(from) ?? [])))
  if (keys.length === 0) return
  const known = await repository.userFields(db, keys)
  const isSeen = (key: string) =>
    known.has(key) && !isHiddenOrMasked(actor.restricted?.[customRestriction('user', key)])
  if (!keys.every(isSeen)) throw refusalAt(oidcErrors.noSuchField, 'claims')
}

type Ports = Pick<BasePorts, 'siteOrigin' | 'openTargetNetworks'>
/** How an application signs people in by OpenID Connect. */
export const createOidcSettings = ({ siteOrigin, openTargetNetworks }: Ports) => ({
  async get({ db }: RequestScope, appId: string): Promise<OidcSettings> {
    orNotFound(await openAppsRepository.find(db, appId))
    const settings = (await repository.find(db, appId)) ?? unset
    const hosts = await repository.verifiedHosts(db)
    const tenantIssuers = hosts.map((host) => toIssuer(tenantOrigin(siteOrigin, host)))
    return { ...settings, issuer: toIssuer(siteOrigin), tenantIssuers }
  },
  /** Throws what does not fit the application, an address that cannot be notified, an unknown field, and for another version. */
  async update(scope: RequestScope, appId: string, settings: OidcWrite) {
    const app = await lockApp(scope, appId)
    const before = (await repository.find(scope.db, appId)) ?? unset
    assertVersion({ id: appId, ...before }, settings.version)
    assertFits(app, settings)
    assertNotifiable(settings.backchannelLogoutUri, openTargetNetworks)
    await assertFieldsKnown(scope, before, settings)
    const write = before.version === 0 ? repository.insert : repository.update
    await write(scope.db, appId, settings, toAuthor(scope))
    scope.note({
      entityId: appId,
      entityName: app.name,
      before: toAuditValues(before),
      after: toAuditValues(settings),
    })
    return null
  },
})
