import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { linkState } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import type { ProviderKind } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { newToken } from '../../../kernel/ids.ts'
import { AppError, type DetachedScope, type Owner } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import { findCompanyByHost, tenantOrigin } from '../../tenancy/branding/index.ts'
import type { Adapter, Client, OutsidePerson, Round } from './adapter.ts'
import { attemptsRepository as repository, type Stage } from './attempts.repository.ts'
import { cleanPerson } from './clean-person.ts'
import { returnPage } from './return-page.ts'
import { type SignInProvider, signInProvidersRepository } from './sign-in-providers.repository.ts'

const platform = { reach: 'platform' } as const
const cookieSeconds = 600
/** The page of the console to which a provider sends people back. Each has its own, so that none answers for another one. */
const callbackPage = '/console/outside'
const { attemptGone, providerGone, secretUnreadable } = identityProvidersErrors

type Ports = {
  database: Database
  secrets: Secrets
  siteOrigin: string
  adapters: Record<ProviderKind, Adapter>
}
type AnyScope = Pick<DetachedScope<unknown>, 'origin' | 'setCookie'>
type Kept = Round & { returnTo: string }
/** What came back, and to whose address. */
type Answer = { provider: string; params: Readonly<Record<string, string>> }
/** A person that a provider has named. */
export type Proved = { provider: SignInProvider; person: OutsidePerson; owner: Owner | null; returnTo: string }

export const toCallback = (siteOrigin: string, providerId: string): string =>
  new URL(`${callbackPage}/${providerId}`, siteOrigin).href

/** One way to a provider and back: begun in a browser, ended once in the same one. */
export const createRounds = ({ database, secrets, siteOrigin, adapters }: Ports) => {
  /** Throws `secretUnreadable` for a secret that another installation has sealed. */
  const unsealSecret = (sealed: string): string => {
    try {
      return secrets.unseal(sealed)
    } catch {
      throw new AppError(secretUnreadable)
    }
  }
  const toClient = ({ sealedSecret, ...client }: SignInProvider): Client => ({
    ...client,
    secret: unsealSecret(sealedSecret),
  })
  const findProvider = async (id: string): Promise<SignInProvider> => {
    const provider = await database.read(platform, (db) => signInProvidersRepository.find(db, id))
    if (!provider) throw new AppError(providerGone)
    return provider
  }
  /** Where people come back: on the host on which they began, if a tenant has proved that it is theirs. */
  const buildRedirectUri = async (host: string, providerId: string): Promise<string> => {
    const owner = await database.read(platform, (db) => findCompanyByHost(db, host))
    return toCallback(owner === undefined ? siteOrigin : tenantOrigin(siteOrigin, host), providerId)
  }
  const digestBrowser = ({ origin }: AnyScope) => digest(origin.cookies.outside ?? '')

  return {
    findProvider,
    toClient,
    /**
     * Begins a way to a provider, in the caller's browser.
     * @throws `providerGone` and `unreachable`
     */
    async begin(
      scope: AnyScope,
      providerId: string,
      stage: Stage,
      { owner, returnTo }: Pick<Proved, 'owner' | 'returnTo'>,
    ) {
      const provider = await findProvider(providerId)
      const redirectUri = await buildRedirectUri(scope.origin.host, providerId)
      const kept: Kept = {
        state: (stage === 'link' ? linkState : '') + newToken(),
        nonce: newToken(),
        verifier: newToken(),
        redirectUri,
        returnTo: returnPage(returnTo),
      }
      const url = await adapters[provider.kind].authorizeUrl(toClient(provider), kept)
      // The same for several tabs: each has its own state.
      const browser = scope.origin.cookies.outside ?? newToken()
      const sealed = secrets.seal(JSON.stringify(kept))
      const attempt = { key: digest(kept.state), browserHash: digest(browser), provider, stage, owner, sealed }
      await database.transact(platform, (db) => repository.insert(db, attempt))
      scope.setCookie('outside', browser, cookieSeconds)
      return { url: url.href }
    },

    /**
     * Ends it: once, in the browser in which it began, by an answer at the address of its provider (RFC 9700, section
     * 4.4.2).
     * @throws `attemptGone`, `providerGone`, and as adapters do
     */
    async end(scope: AnyScope, stage: Stage, { provider: answering, params }: Answer): Promise<Proved> {
      const key = digest(params.state ?? '')
      // Committed on its own: whatever the provider says, this state is over.
      const attempt = await database.transact(platform, (db) =>
        repository.take(db, { key, browserHash: digestBrowser(scope), stage }),
      )
      if (attempt?.providerId !== answering) throw new AppError(attemptGone)
      const provider = await findProvider(attempt.providerId)
      const { returnTo, ...round } = JSON.parse(secrets.unseal(attempt.sealed)) as Kept
      const person = cleanPerson(await adapters[provider.kind].redeem(toClient(provider), round, params))
      const { userCompanyId, userId } = attempt
      const owner = userCompanyId !== null && userId !== null ? { companyId: userCompanyId, userId } : null
      return { provider, person, owner, returnTo }
    },

    /**
     * Keeps who the provider has named until the account here is proved.
     * @returns what names it
     */
    async keep(scope: AnyScope, { provider, ...proved }: Proved): Promise<string> {
      const ticket = newToken()
      const attempt = {
        key: digest(ticket),
        browserHash: digestBrowser(scope),
        provider,
        stage: 'prove' as const,
        owner: null,
      }
      const sealed = secrets.seal(JSON.stringify(proved))
      await database.transact(platform, (db) => repository.insert(db, { ...attempt, sealed }))
      return ticket
    },
    /**
     * Who a ticket names, in the browser that got it.
     * @throws `attemptGone` and `providerGone`
     */
    async kept(scope: AnyScope, ticket: string): Promise<Proved> {
      const asked = { key: digest(ticket), browserHash: digestBrowser(scope), stage: 'prove' as const }
      const found = await database.read(platform, (db) => repository.find(db, asked))
      if (!found) throw new AppError(attemptGone)
      const proved = JSON.parse(secrets.unseal(found.sealed)) as Omit<Proved, 'provider'>
      return { ...proved, provider: await findProvider(found.providerId) }
    },
    /** Uses a ticket up. */
    spend: (ticket: string) => database.transact(platform, (db) => repository.remove(db, digest(ticket))),
  }
}
export type Rounds = ReturnType<typeof createRounds>
