import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { users } from '../../people/users/index.ts'
import { changeUserLocked } from './locked-change.ts'
import type { Site } from './passkeys.service.ts'
import type { PasswordCheck } from './password-check.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { type Owner, secondStepsRepository as repository } from './second-steps.repository.ts'
import type { SecondSteps } from './second-steps.service.ts'
import { setUpRequired } from './set-up.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type Scope = DetachedScope<Actor>
type Ports = { database: Database; secrets: Secrets; site: Site; steps: SecondSteps; checkPassword: PasswordCheck }
/** Sealed until the first code confirms it; afterwards only the secret is sealed. */
type Prepared = { secret: string; recovery: string[] }

const platform = { reach: 'platform' } as const
/** Audit note of the switch. */
export const totpSwitchedOn = { before: { totp: false }, after: { totp: true } }

/** Sets up an authenticator app in two calls: the secret first, then a code that shows the app has it. */
export const createTotpSetUp = ({ database, secrets, site, steps, checkPassword }: Ports) => {
  /**
   * A secret and recovery codes, invalid until the first code.
   * @throws `alreadyOn`
   */
  const offer = async (owner: Owner, account: string) => {
    const secret = newTotpSecret()
    const recovery = newRecoveryCodes()
    const sealed = secrets.seal(JSON.stringify({ secret, recovery } satisfies Prepared))
    const prepared = await database.transact(platform, (db) => repository.prepareTotp(db, owner, sealed))
    if (!prepared) throw new AppError(securityErrors.alreadyOn)
    return { secret, uri: totpUri(secret, await site.name(), account), recovery }
  }
  /**
   * Verifies that the app has the secret.
   * @returns the function that switches it on
   * @throws `wrongTotp`, `totpFirst` and `alreadyOn`
   */
  const verifyFirstCode = async (owner: Owner, code: string) => {
    const totp = await database.transact(platform, (db) => repository.findTotp(db, owner))
    if (!totp) throw new AppError(securityErrors.totpFirst)
    if (totp.confirmed) throw new AppError(securityErrors.alreadyOn)
    const { secret, recovery }: Prepared = JSON.parse(secrets.unseal(totp.sealed))
    const step = stepOfCode(secret, code, totp.now)
    const { wrongTotp } = securityErrors
    if (step === undefined) throw new AppError(wrongTotp, { errors: [{ field: 'code', msg: wrongTotp.msg }] })
    const confirmation = { prepared: totp.sealed, sealed: secrets.seal(secret), step }
    return async (db: Db) => {
      if (!(await repository.confirmTotp(db, owner, confirmation))) throw new AppError(securityErrors.totpFirst)
      await steps.replaceRecoveryCodes(db, owner, recovery)
    }
  }

  return {
    offer,

    /** Throws `setUp` with the result of `offer`. */
    async prepare({ actor }: Scope, password: string | undefined): Promise<never> {
      await checkPassword(actor, password)
      throw setUpRequired(await offer(actor, actor.account))
    },

    /**
     * Needs no password: only the caller of the first step knows the secret.
     * @throws what `verifyFirstCode` throws
     */
    async confirm(scope: Scope, code: string): Promise<null> {
      const switchOn = await verifyFirstCode(scope.actor, code)
      return changeUserLocked(scope, switchOn, totpSwitchedOn)
    },

    /** The same during sign-in, in a transaction of its own. */
    async confirmDuringSignIn(owner: Owner, code: string): Promise<void> {
      const switchOn = await verifyFirstCode(owner, code)
      await database.transact(platform, async (db) => {
        await users.hold(db, owner)
        await switchOn(db)
      })
    },
  }
}
