import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { type OidcScope, oidcScopes } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import type { Client, InteractionResults, Provider } from 'oidc-provider'
import type { Database } from '../../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope } from '../../../../kernel/scope.ts'
import { logoAddress, type SharedAddresses } from '../../open-apps/index.ts'
import { type ClientFacts, listFacts, offlineAccess } from '../clients/oidc-clients.ts'
import type { Issuer, Issuers } from '../issuers/issuers.ts'
import type { OidcStore } from '../models/oidc-store.ts'
import { buildGrant } from '../provider/library-overrides.ts'
import type { Providers } from '../provider/providers.ts'
import { consentsRepository as repository } from './consents.repository.ts'

type Scope = DetachedScope<Actor>
type Interaction = InstanceType<Provider['Interaction']>
type Asked = {
  provider: Provider
  issuer: Issuer
  interaction: Interaction
  client: Client
  facts: ClientFacts
  scopes: OidcScope[]
}

const inPlatform = { reach: 'platform' } as const
/** Reasons to sign in that a sign-in of any age answers. */
const anySignIn = new Set(['no_session', 'signed_out'])

const listScopes = ({ params }: Interaction): OidcScope[] => {
  const asked = new Set(String(params.scope ?? '').split(' '))
  return oidcScopes.filter((scope) => asked.has(scope))
}
const listPrompts = ({ params }: Interaction) => new Set(String(params.prompt ?? '').split(' '))
/** When a sign-in must have been, at the earliest. */
const wantedSince = ({ prompt, params, iat }: Interaction) => {
  const reasons = prompt.reasons.filter((reason) => !anySignIn.has(reason))
  if (prompt.name !== 'login' || reasons.length === 0) return 0
  // The provider has no session whose age it knows; the sign-in to the console may be young enough.
  return reasons.every((reason) => reason === 'max_age') ? iat - Number(params.max_age) : iat
}

type Ports = {
  database: Database
  providers: Providers
  issuers: Issuers
  store: OidcStore
  addresses: SharedAddresses
}
/** What a person is asked when an application wants to sign them in, and what they answer. */
export const createInteractions = ({ database, providers, issuers, store, addresses }: Ports) => {
  /**
   * An application signs in the people of its company, and one of the operator those of all companies; under a tenant's
   * host, those of the tenant. Of them, those who may use it.
   * @returns when they signed in
   */
  const assertAdmitted = async ({ id, companyId, platform }: ClientFacts, { tenantId }: Issuer, actor: Actor) => {
    if (companyId !== actor.companyId && !platform) throw new AppError(oidcErrors.otherCompany)
    const asked = await database.read(inPlatform, (db) => repository.askedPerson(db, actor, id, tenantId))
    if (!asked?.isOfTenant) throw new AppError(oidcErrors.otherTenant)
    if (!asked.isAdmitted) throw new AppError(oidcErrors.notShown)
    return asked.signedInAt
  }
  /** Throws `requestGone` unless this browser began the request. */
  const read = async ({ origin }: Scope, uid: string): Promise<Asked> => {
    const issuer = await issuers.of(origin.host)
    const provider = await providers.current(issuer)
    // Otherwise a person could be led to sign in another person's browser.
    const interaction = origin.cookies.interaction === uid ? await provider.Interaction.find(uid) : undefined
    const client = interaction && (await provider.Client.find(String(interaction.params.client_id)))
    if (!interaction || !client) throw new AppError(oidcErrors.requestGone)
    return { provider, issuer, interaction, client, facts: listFacts(client), scopes: listScopes(interaction) }
  }
  /** Throws `otherCompany`, `otherTenant` and `notShown`. */
  const admit = async ({ facts, issuer, interaction }: Asked, actor: Actor) => {
    const signedInAt = await assertAdmitted(facts, issuer, actor)
    return { signedInAt, signInAgain: signedInAt < wantedSince(interaction) }
  }
  const answer = async ({ interaction }: Asked, result: InteractionResults) => {
    interaction.result = result
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
    return { url: interaction.returnTo }
  }
  const grant = async ({ provider, client, facts, scopes }: Asked, { companyId, userId, sessionId }: Actor) => {
    // As long as any of its tokens.
    const created = buildGrant(provider, userId, client.clientId, Math.max(facts.refreshTtl, facts.accessTtl))
    created.addOIDCScope([...scopes, offlineAccess].join(' '))
    const owner = { companyId, userId, sessionId, appId: facts.id }
    return store.grantingFor(owner, () => created.save())
  }

  return {
    async get(scope: Scope, uid: string) {
      const asked = await read(scope, uid)
      const { interaction, client, facts, scopes } = asked
      const { signInAgain } = await admit(asked, scope.actor)
      const { companyId, userId, name, account } = scope.actor
      const held = await database.read(inPlatform, (db) =>
        repository.scopes(db, { companyId, userId, appId: facts.id }),
      )
      const prompts = listPrompts(interaction)
      const asksAnyway = prompts.has('consent') || prompts.has('select_account') || facts.kind === 'native'
      return {
        app: {
          id: facts.id,
          name: client.clientName ?? '',
          home: facts.home,
          company: facts.companyName,
          logo: logoAddress(addresses, facts.companyId, facts.logoFile),
        },
        who: { name, account },
        given: !asksAnyway && scopes.every((each) => held.includes(each)),
        scopes,
        signInAgain,
      }
    },
    /**
     * Those who are not admitted may refuse, so that the application hears of it.
     * @throws `signInAgain` besides what `get` does
     */
    async decide(scope: Scope, uid: string, allow: boolean) {
      const asked = await read(scope, uid)
      const { facts, client, scopes } = asked
      const { companyId, userId } = scope.actor
      const name = client.clientName ?? ''
      scope.note({ entityId: facts.id, entityName: name, after: { accepted: allow, scopes } })
      if (!allow) return answer(asked, { error: 'access_denied', error_description: 'the person has refused' })
      const { signInAgain, signedInAt } = await admit(asked, scope.actor)
      if (signInAgain) throw new AppError(oidcErrors.signInAgain)
      const grantId = await grant(asked, scope.actor)
      await scope.commit((db) =>
        repository.put(db, { companyId, userId, appId: facts.id, appCompanyId: facts.companyId, scopes }),
      )
      const login = { accountId: userId, ts: signedInAt, remember: false }
      return answer(asked, { login, select_account: {}, consent: { grantId } })
    },
  }
}
