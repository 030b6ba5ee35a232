import type { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { changeUserLocked } from './locked-change.ts'
import { noteSelf } from './note-self.ts'
import { passkeysRepository } from './passkeys.repository.ts'
import type { Passkeys } from './passkeys.service.ts'
import type { PasswordCheck } from './password-check.ts'
import { secondStepsRepository } from './second-steps.repository.ts'
import type { SecondSteps } from './second-steps.service.ts'
import { setUpRequired } from './set-up.ts'
import type { createTotpSetUp } from './totp-set-up.service.ts'

type Scope = DetachedScope<Actor>
type Body = InputOf<typeof securityContract.switchItem>['body']
type Ports = {
  steps: SecondSteps
  passkeys: Passkeys
  totp: ReturnType<typeof createTotpSetUp>
  checkPassword: PasswordCheck
}

const setSms =
  (on: boolean) =>
  (db: Db, { companyId, userId }: Actor) =>
    users.setSmsSecondStep(db, companyId, userId, on)
const setSignInNotice =
  (on: boolean) =>
  (db: Db, { companyId, userId }: Actor) =>
    users.setSignInNotice(db, companyId, userId, on)
const changeNote = (item: string, on: boolean) => ({ before: { [item]: !on }, after: { [item]: on } })

/** Turns second steps and the sign-in notice on and off. */
export const createSwitches = ({ steps, passkeys, totp, checkPassword }: Ports) => {
  const preparePasskey = async ({ actor }: Scope, password: string | undefined) => {
    await checkPassword(actor, password)
    throw setUpRequired(await passkeys.newOptions(actor))
  }
  const addPasskey = async (scope: Scope, { uuid, attestation = {}, name = '通行密钥' }: Body) => {
    const { actor } = scope
    const verified = await passkeys.verifyNew(actor, uuid, attestation)
    return changeUserLocked(scope, (db) => passkeys.add(db, actor, verified, name), { after: { passkey: name } })
  }
  const enableSms = async (scope: Scope, password: string | undefined) => {
    const { actor } = scope
    await checkPassword(actor, password)
    const work = async (db: Db) => {
      if (!(await users.find(db, actor.companyId, actor.userId))?.phone) throw new AppError(securityErrors.phoneFirst)
      await setSms(true)(db, actor)
    }
    return changeUserLocked(scope, work, changeNote('sms', true))
  }

  const on: Record<Body['item'], (scope: Scope, body: Body) => Promise<null>> = {
    totp: (scope, { code, password }) => (code ? totp.confirm(scope, code) : totp.prepare(scope, password)),
    passkey: (scope, body) => (body.attestation ? addPasskey(scope, body) : preparePasskey(scope, body.password)),
    sms: (scope, { password }) => enableSms(scope, password),
    loginNotice: (scope) =>
      changeUserLocked(scope, (db) => setSignInNotice(true)(db, scope.actor), changeNote('loginNotice', true)),
  }
  const off: Record<Body['item'], (db: Db, actor: Actor) => Promise<unknown>> = {
    totp: secondStepsRepository.removeTotp,
    passkey: passkeysRepository.removeAll,
    sms: setSms(false),
    loginNotice: setSignInNotice(false),
  }

  /**
   * Switches one item. Turning protection off and setting up a second step need the password.
   * @throws `setUp` (111) with the data for the next call, what the password check throws, and the reason an answer is
   *   rejected
   */
  return async (scope: Scope, body: Body): Promise<null> => {
    const { item, password } = body
    noteSelf(scope)
    if (body.on) return on[item](scope, body)
    await checkPassword(scope.actor, password)
    const work = async (db: Db) => {
      await off[item](db, scope.actor)
      await steps.removeUnusedFallbacks(db, scope.actor)
    }
    return changeUserLocked(scope, work, changeNote(item, false))
  }
}
