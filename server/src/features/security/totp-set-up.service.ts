import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { changeHeld } from './held-change.ts'
import type { Site } from './passkeys.service.ts'
import type { PasswordCheck } from './password-check.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { secondStepsRepository as repository } from './second-steps.repository.ts'
import type { SecondSteps } from './second-steps.service.ts'
import { setUpWith } from './set-up.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type Scope = LooseScope<Actor>
type Ports = { database: Database; secrets: Secrets; site: Site; steps: SecondSteps; checkPassword: PasswordCheck }
/** What is sealed while a secret waits for its first code; afterwards it is the secret alone. */
type Prepared = { secret: string; recovery: string[] }

const platform = { reach: 'platform' } as const

/** Setting up an authenticator app, in two calls: here is the secret; here is a code that shows the app has it. */
export const createTotpSetUp = ({ database, secrets, site, steps, checkPassword }: Ports) => ({
  /** Throws `setUp` with the secret and the recovery codes; they count for nothing before the first code came. */
  async prepare({ actor }: Scope, password: string | undefined): Promise<never> {
    await checkPassword(actor, password)
    const secret = newTotpSecret()
    const recovery = newRecoveryCodes()
    const sealed = secrets.seal(JSON.stringify({ secret, recovery } satisfies Prepared))
    const prepared = await database.transact(platform, (db) => repository.prepareTotp(db, actor, sealed))
    if (!prepared) throw new AppError(securityErrors.alreadyOn)
    throw setUpWith({ secret, uri: totpUri(secret, await site.name(), actor.account), recovery })
  },

  /** No password again: only whoever gave it in the first call knows the secret. Throws `wrongTotp` and `totpFirst`. */
  async confirm(scope: Scope, code: string): Promise<null> {
    const { actor } = scope
    const totp = await database.transact(platform, (db) => repository.findTotp(db, actor))
    if (!totp) throw new AppError(securityErrors.totpFirst)
    if (totp.confirmed) throw new AppError(securityErrors.alreadyOn)
    const { secret, recovery }: Prepared = JSON.parse(secrets.unseal(totp.sealed))
    const step = stepOfCode(secret, code, totp.now)
    const { wrongTotp } = securityErrors
    if (step === undefined) throw new AppError(wrongTotp, { errors: [{ field: 'code', msg: wrongTotp.msg }] })
    const confirmation = { prepared: totp.sealed, sealed: secrets.seal(secret), step }
    const said = { before: { totp: false }, after: { totp: true } }
    return changeHeld(
      scope,
      async (db) => {
        if (!(await repository.confirmTotp(db, actor, confirmation))) throw new AppError(securityErrors.totpFirst)
        await steps.replaceRecoveryCodes(db, actor, recovery)
      },
      said,
    )
  },
})
