import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { type Actor, AppError } from '../../../kernel/scope.ts'
import { type NewPasskey, passkeysRepository as repository } from './passkeys.repository.ts'
import type { Owner } from './second-steps.repository.ts'
import {
  challengeSeconds,
  creationOptions,
  requestOptions,
  verifiedAssertion,
  verifiedRegistration,
} from './webauthn.ts'

/** The site's origin and name. */
export type Site = { readonly origin: string; name(): Promise<string> }
type Answer = Record<string, unknown>
export type Passkeys = ReturnType<typeof createPasskeys>

const platform = { reach: 'platform' } as const
const maxPasskeys = 10

/** Passkeys (WebAuthn Level 3). */
export const createPasskeys = ({ database, site }: { database: Database; site: Site }) => {
  const relyingParty = new URL(site.origin)

  const storeChallenge = async (db: Db, challenge: string, userId: string | null) => {
    const id = newId()
    await repository.insertChallenge(db, { id, challenge, userId, seconds: challengeSeconds })
    return id
  }
  const assertBelowLimit = (registered: unknown[]) => {
    if (registered.length >= maxPasskeys) throw new AppError(securityErrors.tooManyPasskeys)
  }

  return {
    /**
     * Options for registering a passkey, and the id to answer with.
     * @throws `tooManyPasskeys`
     */
    async newOptions(actor: Actor) {
      const registered = await database.transact(platform, (db) => repository.credentials(db, actor))
      assertBelowLimit(registered)
      const options = await creationOptions(relyingParty, await site.name(), actor, registered)
      const uuid = await database.transact(platform, (db) => storeChallenge(db, options.challenge, actor.userId))
      return { uuid, options }
    },

    /**
     * Verifies a new passkey; consumes the challenge, which must belong to this user.
     * @throws `wrongPasskey`
     */
    async verifyNew({ userId }: Owner, uuid: string | undefined, attestation: Answer): Promise<NewPasskey> {
      const challenge = uuid && (await database.transact(platform, (db) => repository.takeChallenge(db, uuid, userId)))
      const passkey = challenge ? await verifiedRegistration(relyingParty, challenge, attestation) : undefined
      if (!passkey) throw new AppError(securityErrors.wrongPasskey)
      return passkey
    },

    /**
     * Stores a verified passkey in a transaction with the user row locked.
     * @throws `tooManyPasskeys`
     */
    async add(db: Db, owner: Owner, passkey: NewPasskey, name: string) {
      assertBelowLimit(await repository.credentials(db, owner))
      await repository.insert(db, owner, { ...passkey, id: newId(), name })
    },

    /** Options for signing in with a passkey, and the id to answer with; valid for five minutes. */
    async signInOptions(db: Db): Promise<{ uuid: string; options: Record<string, unknown> }> {
      const options = await requestOptions(relyingParty)
      return { uuid: await storeChallenge(db, options.challenge, null), options: { ...options } }
    },

    /**
     * Owner of the passkey that signed the challenge; undefined if it does not verify or the counter shows a copy.
     * Consumes the challenge in any case.
     */
    async findOwner(uuid: string, assertion: Answer): Promise<Owner | undefined> {
      const id = typeof assertion.id === 'string' ? assertion.id : ''
      const { challenge, passkey } = await database.transact(platform, async (db) => ({
        challenge: await repository.takeChallenge(db, uuid, null),
        passkey: await repository.findByCredential(db, id),
      }))
      if (challenge === undefined || !passkey) return undefined
      const counter = await verifiedAssertion(relyingParty, challenge, assertion, passkey)
      if (counter === undefined) return undefined
      const owner = { companyId: passkey.companyId, userId: passkey.userId }
      const isCounterValid = await database.transact(platform, (db) => repository.use(db, owner, passkey.id, counter))
      return isCounterValid ? owner : undefined
    },
  }
}
