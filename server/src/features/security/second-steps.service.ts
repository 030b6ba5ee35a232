import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Limits } from '../../kernel/limits.ts'
import { maskedPhone } from '../../kernel/masked.ts'
import { AppError } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Codes } from '../messages/index.ts'
import type { KnownUser } from '../users/index.ts'
import type { Passkeys } from './passkeys.service.ts'
import { plainRecoveryCode } from './recovery-codes.ts'
import { type Owner, secondStepsRepository as repository } from './second-steps.repository.ts'
import { stepOfCode } from './totp.ts'
import { trustedDevicesRepository } from './trusted-devices.repository.ts'

type SecondStep = 'totp' | 'sms' | 'passkey' | 'recovery'
type Proof = {
  type: SecondStep
  code?: string | undefined
  uuid?: string | undefined
  assertion?: Record<string, unknown> | undefined
}
type Ports = { database: Database; secrets: Secrets; limits: Limits; codes: Codes; passkeys: Passkeys }
export type SecondSteps = ReturnType<typeof createSecondSteps>

const platform = { reach: 'platform' } as const
/** So many wrong ones within an hour stop the person's second steps altogether. */
const mostWrongAnHour = 20
/**
 * Whether signing in demands more than the password. A passkey alone demands nothing, though it will do where something
 * is demanded: whoever lost its device would be locked out.
 */
export const hasSecondStep = (on: { totp: boolean; sms: boolean }): boolean => on.totp || on.sms

const ownerOf = ({ companyId, id }: KnownUser): Owner => ({ companyId, userId: id })

type Offered<Type> = { type: Type; target: string }[]
export const createSecondSteps = ({ database, secrets, limits, codes, passkeys }: Ports) => {
  const wrong = limits.counter({ name: 'signIn.secondStep', points: mostWrongAnHour, seconds: 3600 })
  const hashOf = ({ userId }: Owner, code: string) => secrets.sign('recovery', `${userId} ${plainRecoveryCode(code)}`)

  type Guards = Awaited<ReturnType<typeof repository.guards>>
  const allOf = (user: KnownUser, on: Guards): Offered<SecondStep> => {
    const steps: { type: SecondStep; target: string; on: boolean }[] = [
      { type: 'totp', target: '', on: on.totp },
      { type: 'passkey', target: '', on: on.passkeys > 0 },
      { type: 'sms', target: maskedPhone(user.phone), on: on.sms },
      { type: 'recovery', target: '', on: on.recovery > 0 },
    ]
    return steps.filter((step) => step.on).map(({ type, target }) => ({ type, target }))
  }
  const stepsOf = async (db: Db, user: KnownUser): Promise<Offered<SecondStep>> => {
    const on = await repository.guards(db, ownerOf(user))
    return hasSecondStep(on) ? allOf(user, on) : []
  }

  const useTotpCode = (owner: Owner, code: string) =>
    database.transact(platform, async (db) => {
      const totp = await repository.findTotp(db, owner)
      const step = totp?.confirmed ? stepOfCode(secrets.unseal(totp.sealed), code, totp.now) : undefined
      return step !== undefined && repository.useTotpStep(db, owner, step)
    })
  const useRecoveryCode = (owner: Owner, code: string) =>
    database.transact(platform, (db) => repository.useRecoveryCode(db, owner, hashOf(owner, code)))
  const redeemed = (user: KnownUser, { uuid, code }: Proof) =>
    codes.redeem({ purpose: 'second', subject: `user:${user.id} phone:${user.phone}`, uuid, code }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.spec.code === signInErrors.wrongSentCode.code) return false
        throw error
      },
    )
  const signed = async (user: KnownUser, { uuid, assertion }: Proof) => {
    const owner = uuid && assertion ? await passkeys.ownerOf(uuid, assertion) : undefined
    return owner?.companyId === user.companyId && owner.userId === user.id
  }

  const judge = (user: KnownUser, proof: Proof): Promise<boolean> => {
    const { type, code = '' } = proof
    if (type === 'sms') return redeemed(user, proof)
    if (type === 'passkey') return signed(user, proof)
    return type === 'totp' ? useTotpCode(ownerOf(user), code) : useRecoveryCode(ownerOf(user), code)
  }

  return {
    /** What this person has as second steps, the likeliest first; empty: none is needed. */
    stepsOf,

    /** What somebody who is signed in can prove himself with: his second steps; without any his passkeys or the password. */
    async proofsOf(db: Db, user: KnownUser): Promise<Offered<SecondStep | 'password'>> {
      const on = await repository.guards(db, ownerOf(user))
      if (hasSecondStep(on)) return allOf(user, on)
      return [...allOf(user, on).filter(({ type }) => type === 'passkey'), { type: 'password', target: '' }]
    },

    /** Sends a code to the person's own phone. Throws `methodOff` where that is no second step of his. */
    sendCode({ id, companyId, phone, smsSecondStep }: KnownUser, ip: string) {
      if (!phone || !smsSecondStep) throw new AppError(signInErrors.methodOff)
      const to = { phone }
      const subject = `user:${id} phone:${phone}`
      return codes.send({ purpose: 'second', channel: 'sms', to, subject, onlyIfKnown: true, companyId, ip })
    },

    /**
     * Proves a second step that was offered, in short transactions of its own; each TOTP step and each recovery code is
     * good for one use (RFC 6238 §5.2). Out: whether it passed. Throws `tooOften` after twenty wrong ones within an hour.
     */
    async prove(user: KnownUser, proof: Proof): Promise<boolean> {
      // Counted before it is judged, so that many at once are no way around the limit.
      await wrong.take(user.id)
      const passed = await judge(user, proof)
      if (passed) await wrong.forget(user.id)
      return passed
    },

    /** Puts these recovery codes in place of the old ones; only keyed digests are kept. */
    replaceRecoveryCodes: (db: Db, owner: Owner, codesShown: string[]) =>
      repository.replaceRecoveryCodes(
        db,
        owner,
        codesShown.map((code) => hashOf(owner, code)),
      ),

    /** With the last second step goes what only stands in for one: recovery codes and trusted browsers. */
    async tidy(db: Db, owner: Owner) {
      if (hasSecondStep(await repository.guards(db, owner))) return
      await repository.replaceRecoveryCodes(db, owner, [])
      await trustedDevicesRepository.removeAll(db, owner)
    },
  }
}
