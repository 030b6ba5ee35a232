import type { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope } from '../../kernel/scope.ts'
import { users } from '../users/index.ts'
import { changeHeld } from './held-change.ts'
import { noteSelf } from './note-self.ts'
import { passkeysRepository } from './passkeys.repository.ts'
import type { Passkeys } from './passkeys.service.ts'
import type { PasswordCheck } from './password-check.ts'
import { secondStepsRepository } from './second-steps.repository.ts'
import type { SecondSteps } from './second-steps.service.ts'
import { setUpWith } from './set-up.ts'
import type { createTotpSetUp } from './totp-set-up.service.ts'

type Scope = LooseScope<Actor>
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
const setNotice =
  (on: boolean) =>
  (db: Db, { companyId, userId }: Actor) =>
    users.setSignInNotice(db, companyId, userId, on)
const said = (item: string, on: boolean) => ({ before: { [item]: !on }, after: { [item]: on } })

/** Second steps and the sign-in notice, on and off. */
export const createSwitches = ({ steps, passkeys, totp, checkPassword }: Ports) => {
  const preparePasskey = async ({ actor }: Scope, password: string | undefined) => {
    await checkPassword(actor, password)
    throw setUpWith(await passkeys.newOptions(actor))
  }
  const keepPasskey = async (scope: Scope, { uuid, attestation = {}, name = '通行密钥' }: Body) => {
    const { actor } = scope
    const judged = await passkeys.judgeNew(actor, uuid, attestation)
    return changeHeld(scope, (db) => passkeys.keep(db, actor, judged, name), { after: { passkey: name } })
  }
  const askSms = async (scope: Scope, password: string | undefined) => {
    const { actor } = scope
    await checkPassword(actor, password)
    const work = async (db: Db) => {
      if (!(await users.find(db, actor.companyId, actor.userId))?.phone) throw new AppError(securityErrors.phoneFirst)
      await setSms(true)(db, actor)
    }
    return changeHeld(scope, work, said('sms', true))
  }

  const on: Record<Body['item'], (scope: Scope, body: Body) => Promise<null>> = {
    totp: (scope, { code, password }) => (code ? totp.confirm(scope, code) : totp.prepare(scope, password)),
    passkey: (scope, body) => (body.attestation ? keepPasskey(scope, body) : preparePasskey(scope, body.password)),
    sms: (scope, { password }) => askSms(scope, password),
    loginNotice: (scope) => changeHeld(scope, (db) => setNotice(true)(db, scope.actor), said('loginNotice', true)),
  }
  const off: Record<Body['item'], (db: Db, actor: Actor) => Promise<unknown>> = {
    totp: secondStepsRepository.removeTotp,
    passkey: passkeysRepository.removeAll,
    sms: setSms(false),
    loginNotice: setNotice(false),
  }

  /**
   * Switches one of them. Taking protection away asks for the password, as does setting up a new second step. Throws
   * `setUp` (111) with what the next call must answer, what the password check throws, and why an answer does not do.
   */
  return async (scope: Scope, body: Body): Promise<null> => {
    const { item, password } = body
    noteSelf(scope)
    if (body.on) return on[item](scope, body)
    await checkPassword(scope.actor, password)
    const work = async (db: Db) => {
      await off[item](db, scope.actor)
      await steps.tidy(db, scope.actor)
    }
    return changeHeld(scope, work, said(item, false))
  }
}
