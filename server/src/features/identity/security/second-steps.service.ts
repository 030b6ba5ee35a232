import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { maskedPhone } from '../../../kernel/masked.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Codes } from '../../communication/messages/index.ts'
import type { LoginUser } from '../../people/users/index.ts'
import type { Passkeys } from './passkeys.service.ts'
import { normalizeRecoveryCode } from './recovery-codes.ts'
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
/** Wrong second steps within an hour that block all second steps of the user. */
const maxWrongPerHour = 20
/**
 * Whether sign-in requires more than the password. A passkey alone does not require one, though it is accepted: losing
 * its device must not lock the user out.
 */
export const hasSecondStep = (on: { totp: boolean; sms: boolean }): boolean => on.totp || on.sms

const toOwner = ({ companyId, id }: LoginUser): Owner => ({ companyId, userId: id })

type Offered<Type> = { type: Type; target: string }[]
export const createSecondSteps = ({ database, secrets, limits, codes, passkeys }: Ports) => {
  const attempts = limits.counter({ name: 'signIn.secondStep', points: maxWrongPerHour, seconds: 3600 })
  const toCodeText = ({ userId }: Owner, code: string) => `${userId} ${normalizeRecoveryCode(code)}`
  const hashCode = (owner: Owner, code: string) => secrets.sign('recovery', toCodeText(owner, code))

  type Guards = Awaited<ReturnType<typeof repository.guards>>
  const enabledSteps = (user: LoginUser, on: Guards): Offered<SecondStep> => {
    const steps: { type: SecondStep; target: string; on: boolean }[] = [
      { type: 'totp', target: '', on: on.totp },
      { type: 'passkey', target: '', on: on.passkeys > 0 },
      { type: 'sms', target: maskedPhone(user.phone), on: on.sms },
      { type: 'recovery', target: '', on: on.recovery > 0 },
    ]
    return steps.filter((step) => step.on).map(({ type, target }) => ({ type, target }))
  }
  const listSteps = async (db: Db, user: LoginUser): Promise<Offered<SecondStep>> => {
    const on = await repository.guards(db, toOwner(user))
    return hasSecondStep(on) ? enabledSteps(user, on) : []
  }

  const useTotpCode = (owner: Owner, code: string) =>
    database.transact(platform, async (db) => {
      const totp = await repository.findTotp(db, owner)
      const step = totp?.confirmed ? stepOfCode(secrets.unseal(totp.sealed), code, totp.now) : undefined
      return step !== undefined && repository.useTotpStep(db, owner, step)
    })
  const useRecoveryCode = (owner: Owner, code: string) =>
    database.transact(platform, (db) =>
      repository.useRecoveryCode(db, owner, secrets.signatures('recovery', toCodeText(owner, code))),
    )
  const toSubject = (user: LoginUser) => ({ holder: user, contact: `phone:${user.phone}` })
  const redeemSentCode = (user: LoginUser, { uuid, code }: Proof) =>
    codes.redeem({ purpose: 'second', subject: toSubject(user), uuid, code }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.spec.code === signInErrors.wrongSentCode.code) return false
        throw error
      },
    )
  const verifyPasskey = async (user: LoginUser, { uuid, assertion }: Proof) => {
    const owner = uuid && assertion ? await passkeys.findOwner(uuid, assertion) : undefined
    return owner?.companyId === user.companyId && owner.userId === user.id
  }

  const verifyProof = (user: LoginUser, proof: Proof): Promise<boolean> => {
    const { type, code = '' } = proof
    if (type === 'sms') return redeemSentCode(user, proof)
    if (type === 'passkey') return verifyPasskey(user, proof)
    return type === 'totp' ? useTotpCode(toOwner(user), code) : useRecoveryCode(toOwner(user), code)
  }

  return {
    /** The user's second steps, the likeliest first; empty if none is required. */
    listSteps,

    /** Reauthentication methods: the user's second steps; without any, their passkeys or the password. */
    async listReauthenticationMethods(db: Db, user: LoginUser): Promise<Offered<SecondStep | 'password'>> {
      const on = await repository.guards(db, toOwner(user))
      if (hasSecondStep(on)) return enabledSteps(user, on)
      return [...enabledSteps(user, on).filter(({ type }) => type === 'passkey'), { type: 'password', target: '' }]
    },

    /**
     * Sends a code to the user's own phone.
     * @throws `methodOff` if SMS is not one of their second steps
     */
    sendCode(user: LoginUser, ip: string) {
      const { companyId, phone, smsSecondStep } = user
      if (!phone || !smsSecondStep) throw new AppError(signInErrors.methodOff)
      const to = { phone }
      return codes.send({
        purpose: 'second',
        channel: 'sms',
        to,
        subject: toSubject(user),
        onlyIfKnown: true,
        companyId,
        ip,
      })
    },

    /**
     * Verifies an offered second step, in short transactions of its own; each TOTP step and recovery code is valid once
     * (RFC 6238 §5.2).
     * @throws `tooOften` after twenty wrong ones within an hour
     */
    async verify(user: LoginUser, proof: Proof): Promise<boolean> {
      // Counted before verification, so that parallel calls cannot exceed the limit.
      await attempts.take(user.id)
      const passed = await verifyProof(user, proof)
      if (passed) await attempts.forget(user.id)
      return passed
    },

    /** Replaces the recovery codes; only keyed digests are stored. */
    replaceRecoveryCodes: (db: Db, owner: Owner, plainCodes: string[]) =>
      repository.replaceRecoveryCodes(
        db,
        owner,
        plainCodes.map((code) => hashCode(owner, code)),
      ),

    /** Removes recovery codes and trusted browsers once no second step is left. */
    async removeUnusedFallbacks(db: Db, owner: Owner) {
      if (hasSecondStep(await repository.guards(db, owner))) return
      await repository.replaceRecoveryCodes(db, owner, [])
      await trustedDevicesRepository.removeAll(db, owner)
    },
  }
}
