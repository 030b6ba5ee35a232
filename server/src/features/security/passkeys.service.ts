import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { type Actor, AppError } from '../../kernel/scope.ts'
import { type NewPasskey, passkeysRepository as repository } from './passkeys.repository.ts'
import type { Owner } from './second-steps.repository.ts'
import {
  challengeSeconds,
  creationOptions,
  requestOptions,
  verifiedAssertion,
  verifiedRegistration,
} from './webauthn.ts'

/** Where people reach the console, and what it is called. */
export type Site = { readonly origin: string; name(): Promise<string> }
type Answer = Record<string, unknown>
export type Passkeys = ReturnType<typeof createPasskeys>

const platform = { reach: 'platform' } as const
const most = 10

/** Passkeys (WebAuthn Level 3). */
export const createPasskeys = ({ database, site }: { database: Database; site: Site }) => {
  const place = new URL(site.origin)

  const keepChallenge = async (db: Db, challenge: string, userId: string | null) => {
    const id = newId()
    await repository.insertChallenge(db, { id, challenge, userId, seconds: challengeSeconds })
    return id
  }
  const refuseMore = (registered: unknown[]) => {
    if (registered.length >= most) throw new AppError(securityErrors.tooManyPasskeys)
  }

  return {
    /** What a browser needs to make a passkey, and the id to answer it with. Throws `tooManyPasskeys`. */
    async newOptions(actor: Actor) {
      const registered = await database.transact(platform, (db) => repository.credentials(db, actor))
      refuseMore(registered)
      const options = await creationOptions(place, await site.name(), actor, registered)
      const uuid = await database.transact(platform, (db) => keepChallenge(db, options.challenge, actor.userId))
      return { uuid, options }
    },

    /**
     * Judges a new passkey; the challenge is used up, and must have been this person's. Out: what to keep. Throws
     * `wrongPasskey`.
     */
    async judgeNew({ userId }: Owner, uuid: string | undefined, attestation: Answer): Promise<NewPasskey> {
      const challenge = uuid && (await database.transact(platform, (db) => repository.takeChallenge(db, uuid, userId)))
      const passkey = challenge ? await verifiedRegistration(place, challenge, attestation) : undefined
      if (!passkey) throw new AppError(securityErrors.wrongPasskey)
      return passkey
    },

    /** Keeps a judged passkey, in a transaction that holds the person. Throws `tooManyPasskeys`. */
    async keep(db: Db, owner: Owner, passkey: NewPasskey, name: string) {
      refuseMore(await repository.credentials(db, owner))
      await repository.insert(db, owner, { ...passkey, id: newId(), name })
    },

    /** What a passkey has to sign to sign in, and the id to answer it with; good for five minutes. */
    async signInOptions(db: Db): Promise<{ uuid: string; options: Record<string, unknown> }> {
      const options = await requestOptions(place)
      return { uuid: await keepChallenge(db, options.challenge, null), options: { ...options } }
    },

    /**
     * Whose passkey signed the challenge; undefined when it did not verify or when the counter shows a copy. Any
     * attempt uses the challenge up.
     */
    async ownerOf(uuid: string, assertion: Answer): Promise<Owner | undefined> {
      const id = typeof assertion.id === 'string' ? assertion.id : ''
      const { challenge, passkey } = await database.transact(platform, async (db) => ({
        challenge: await repository.takeChallenge(db, uuid, null),
        passkey: await repository.findByCredential(db, id),
      }))
      if (challenge === undefined || !passkey) return undefined
      const counter = await verifiedAssertion(place, challenge, assertion, passkey)
      if (counter === undefined) return undefined
      const owner = { companyId: passkey.companyId, userId: passkey.userId }
      const moved = await database.transact(platform, (db) => repository.use(db, owner, passkey.id, counter))
      return moved ? owner : undefined
    },
  }
}
