import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import {
  identityLinksContract,
  outsideSignInContract,
} from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Security } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SignInService } from '../sign-in/index.ts'
import { createMapping } from './apply-mapping.ts'
import { createOidcAdapter } from './oidc-adapter.ts'
import { createOutsideFetch } from './outside-fetch.ts'
import { createOutsideSignIn } from './outside-sign-in.service.ts'
import { createOwnLinks } from './own-links.service.ts'
import { createPresets } from './presets.ts'
import { createAddressRules } from './provider-address.ts'
import { createProviderTest } from './provider-test.service.ts'
import { createProviders } from './providers.service.ts'
import { createRounds, toCallback } from './rounds.ts'

type Ports = Pick<BasePorts, 'database' | 'secrets' | 'siteOrigin' | 'openTargetNetworks'> &
  Parameters<typeof createMapping>[0] & { sessions: SessionService; security: Security; signIn: SignInService }

/** Identity providers of the platform and of companies, and signing in by them (decision 107). */
export const createIdentityProvidersFeature = (ports: Ports) => {
  const { database, secrets, siteOrigin, openTargetNetworks, sessions, security, signIn } = ports
  const rules = createAddressRules(openTargetNetworks)
  const fetch = createOutsideFetch(openTargetNetworks)
  const adapters = { oidc: createOidcAdapter({ fetch, ...rules }), ...createPresets(fetch) }
  const rounds = createRounds({ database, secrets, siteOrigin, adapters })
  const providers = createProviders({ secrets, sessions, ...rules, toCallback: (id) => toCallback(siteOrigin, id) })
  const test = createProviderTest({ database, rounds, adapters })
  const outside = createOutsideSignIn({ database, rounds, signIn, mapping: createMapping(ports) })
  const links = createOwnLinks({ database, rounds, security, sessions })
  return {
    routes: [
      ...implement(identityProvidersContract, {
        list: (scope, { query }) => providers.list(scope, query),
        get: (scope, { params }) => providers.get(scope, params.id),
        create: (scope, { body }) => providers.create(scope, body),
        update: (scope, { params, body }) => providers.update(scope, params.id, body),
        remove: (scope, { params }) => providers.remove(scope, params.id),
        test: (scope, { params }) => test(scope, params.id),
      }),
      ...implement(outsideSignInContract, {
        buttons: ({ db, origin }, { query }) => outside.buttons(db, origin.host, query.mail),
        start: (scope, { params, body }) => outside.start(scope, params.id, body.returnTo),
        finish: (scope, { body }) => outside.finish(scope, body),
        prove: (scope, { body }) => outside.prove(scope, body),
      }),
      ...implement(identityLinksContract, {
        list: (scope) => links.list(scope),
        start: (scope, { params }) => links.start(scope, params.id),
        finish: (scope, { body }) => links.finish(scope, body),
        remove: (scope, { params }) => links.remove(scope, params.linkId),
      }),
    ],
    constraints: { identity_providers__name: { ...identityProvidersErrors.nameTaken, field: 'name' } },
    retention: ['delete from identity_attempts where expires_at < now()'],
  }
}
