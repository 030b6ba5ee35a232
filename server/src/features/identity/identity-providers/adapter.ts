import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { AppError } from '../../../kernel/scope.ts'

/** A provider as its protocol needs it. */
export type Client = {
  id: string
  /** Changes with every edit. */
  version: number
  issuer: string
  clientId: string
  secret: string
  agentId: string
  scopes: readonly string[]
}
/** What one sign-in binds its answer to. */
export type Round = { state: string; nonce: string; verifier: string; redirectUri: string }
/** Who a provider says a person is. */
export type OutsidePerson = {
  /** Never given to anybody else by this provider. */
  subject: string
  name: string
  /** An address that the provider has verified; empty: none. */
  mail: string
  claims: Readonly<Record<string, unknown>>
}
/** The protocol of a kind of provider. */
export type Adapter = {
  /** Where the browser goes. */
  authorizeUrl(client: Client, round: Round): Promise<URL>
  /**
   * Verifies what came back.
   * @throws `refused` for what does not hold, `denied`, `notMember`, and `unreachable`
   */
  redeem(client: Client, round: Round, params: Readonly<Record<string, string>>): Promise<OutsidePerson>
  /** Throws in a sentence why the provider does not work. */
  check(client: Client): Promise<void>
}
/** A call of a provider's address, under the rules of outgoing calls. */
export type OutsideFetch = (
  url: string,
  call?: { method?: string; headers?: Readonly<Record<string, string>>; body?: string },
) => Promise<Response>

export const refused = () => new AppError(identityProvidersErrors.refused)
/** Text of an answer's field; empty if it is none. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
