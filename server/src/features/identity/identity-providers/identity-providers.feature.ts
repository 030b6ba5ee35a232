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
        ...providers,
        test,
      }),
      ...implement(outsideSignInContract, {
        ...outside,
        buttons: ({ db, origin }, query) => outside.buttons(db, origin.host, query.mail),
        start: (scope, id, body) => outside.start(scope, id, body.returnTo),
      }),
      ...implement(identityLinksContract, links),
    ],
    constraints: { identity_providers__name: { ...identityProvidersErrors.nameTaken, field: 'name' } },
    retention: ['delete from identity_attempts where expires_at < now()'],
  }
}
