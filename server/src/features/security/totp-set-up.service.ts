import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { users } from '../users/index.ts'
import { changeHeld } from './held-change.ts'
import type { Site } from './passkeys.service.ts'
import type { PasswordCheck } from './password-check.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { type Owner, secondStepsRepository as repository } from './second-steps.repository.ts'
import type { SecondSteps } from './second-steps.service.ts'
import { setUpWith } from './set-up.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type Scope = LooseScope<Actor>
type Ports = { database: Database; secrets: Secrets; site: Site; steps: SecondSteps; checkPassword: PasswordCheck }
/** What is sealed while a secret waits for its first code; afterwards it is the secret alone. */
type Prepared = { secret: string; recovery: string[] }

const platform = { reach: 'platform' } as const
/** What the audit log says of it. */
export const totpSwitchedOn = { before: { totp: false }, after: { totp: true } }

/** Setting up an authenticator app, in two calls: here is the secret; here is a code that shows the app has it. */
export const createTotpSetUp = ({ database, secrets, site, steps, checkPassword }: Ports) => {
  /** A secret and recovery codes, which count for nothing before the first code came. Throws `alreadyOn`. */
  const offer = async (owner: Owner, account: string) => {
    const secret = newTotpSecret()
    const recovery = newRecoveryCodes()
    const sealed = secrets.seal(JSON.stringify({ secret, recovery } satisfies Prepared))
    const prepared = await database.transact(platform, (db) => repository.prepareTotp(db, owner, sealed))
    if (!prepared) throw new AppError(securityErrors.alreadyOn)
    return { secret, uri: totpUri(secret, await site.name(), account), recovery }
  }
  /** Whether the app has the secret. Out: what switches it on. Throws `wrongTotp` and `totpFirst`. */
  const judge = async (owner: Owner, code: string) => {
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

    /** Throws `setUp` with what `offer` gives. */
    async prepare({ actor }: Scope, password: string | undefined): Promise<never> {
      await checkPassword(actor, password)
      throw setUpWith(await offer(actor, actor.account))
    },

    /** No password again: only whoever gave it in the first call knows the secret. Throws what `judge` throws. */
    async confirm(scope: Scope, code: string): Promise<null> {
      const switchOn = await judge(scope.actor, code)
      return changeHeld(scope, switchOn, totpSwitchedOn)
    },

    /** The same for somebody who is signing in, in a transaction of its own. */
    async take(owner: Owner, code: string): Promise<void> {
      const switchOn = await judge(owner, code)
      await database.transact(platform, async (db) => {
        await users.hold(db, owner)
        await switchOn(db)
      })
    },
  }
}
