import type { accessTokenBody, verifyBody } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Authentication } from '../../../kernel/http/admit.ts'
import { newToken } from '../../../kernel/ids.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import {
  AppError,
  type AuditNote,
  type DetachedScope,
  type Origin,
  type Owner,
  type TemporaryActor,
} from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { later } from '../../../kernel/texts/later-text.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import type { Messages } from '../../communication/messages/index.ts'
import {
  type Workplace as AnyWorkplace,
  canSignIn,
  type LoginUser,
  memberships,
  users,
} from '../../people/users/index.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { isAddressAllowed } from '../../tenancy/tenants/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { Security } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import type { createFirstSteps } from './first-step.ts'
import { createPasswordSaver } from './save-password.ts'
import { type OutsideIdentity, signInRepository } from './sign-in.repository.ts'
import {
  chooseWorkplace,
  companyChoice,
  mustSetUpSecondStep,
  type Progress,
  type Step,
  totpSetUpNote,
} from './sign-in-steps.ts'
import { admitByProvider, type Workplace } from './sole-providers.ts'

const attemptSeconds = 300
/** Wrong second steps that end an attempt. */
const maxFailures = 5
/** Distinguishes temporary tokens, so that none is looked up as a session token. */
const temporaryPrefix = 't_'
const daySeconds = 86_400
/** Of sign-ins at an identity provider. */
const outsideMethod = 'outside'
const platform = { reach: 'platform' } as const

type Ports = {
  database: Database
  settings: Settings
  sessions: SessionService
  security: Security
  passwords: Passwords
  messages: Messages
  firstSteps: ReturnType<typeof createFirstSteps>
  /** Links an outside identity to the account that has signed in by it. */
  keepLink(db: Db, owner: Owner, identity: OutsideIdentity): Promise<AuditNote['sideEffects']>
}
type FirstStep = {
  user: LoginUser
  method: string
  client: 'console' | 'front'
  device: { id?: string; name?: string } | undefined
  identity: OutsideIdentity | null
}
type Body = z.output<typeof accessTokenBody>
type Attempt = NonNullable<Awaited<ReturnType<typeof signInRepository.findAttempt>>>
type AttemptState = Omit<Progress, 'secondPassed'> & { attempt: Attempt; user: LoginUser }
export type SignInService = ReturnType<typeof createSignInService>

export const createSignInService = (ports: Ports) => {
  const { database, settings, sessions, security, passwords, messages, firstSteps, keepLink } = ports

  /**
   * Second steps after the first step. A code to the phone that was just verified would add nothing; a passkey alone
   * requires no second step, since losing its device would lock the user out.
   */
  const secondStepsAfter = async (db: Db, user: LoginUser, method: string) => {
    const steps = await security.listSteps(db, user)
    const others = steps.filter(({ type }) => !(method === 'sms' && type === 'sms'))
    return others.some(({ type }) => type === 'totp' || type === 'sms') ? others : []
  }
  const pickNextStep = async (user: LoginUser, progress: Progress): Promise<Step> => {
    const { methods, secondPassed, workplaces, method } = progress
    if (!secondPassed && methods[0]) {
      const { 'login.trustDays': trustDays } = await settings.read()
      return { next: methods[0].type, methods, trustDays }
    }
    const policy = await passwords.getPolicy(user.companyId)
    const mustChange = user.mustChangePassword || passwords.getExpiry(policy, user.passwordTime).expired
    // Who signs in elsewhere may never have had a password here.
    if (mustChange && method !== outsideMethod) return { next: 'changePassword', methods: [], policy }
    if (workplaces.length > 1) return companyChoice(workplaces)
    return { next: mustSetUpSecondStep(workplaces[0], progress) ? 'setUp' : 'none', methods: [] }
  }
  /**
   * Companies the user may work in from this address, and by this provider.
   * @throws `addressRefused` and `ssoOnly` if none
   */
  const listWorkplaces = async (
    db: Db,
    { companyId, id: userId }: LoginUser,
    ip: string,
    identity: OutsideIdentity | null,
  ): Promise<Workplace[]> => {
    const workplaces: AnyWorkplace[] = await memberships.workplaces(db, { companyId, userId })
    const allowed = workplaces.filter(({ policy }) => isAddressAllowed(policy?.addresses ?? [], ip))
    if (allowed.length === 0 && workplaces.length > 0) throw new AppError(signInErrors.addressRefused)
    return admitByProvider(db, allowed, identity?.providerId)
  }

  const loadAttempt = (tokenHash: Buffer, ip: string): Promise<AttemptState> =>
    database.transact(platform, async (db) => {
      const attempt = await signInRepository.findAttempt(db, tokenHash)
      const user = attempt && (await users.find(db, attempt.companyId, attempt.userId))
      if (!attempt || !canSignIn(user)) throw new AppError(signInErrors.attemptExpired)
      const methods = attempt.secondPassed ? [] : await secondStepsAfter(db, user, attempt.method)
      const workplaces = await listWorkplaces(db, user, ip, attempt.identity)
      return { attempt, user, methods, workplaces, method: attempt.method }
    })

  const verifySecondStep = async (
    { tokenHash }: TemporaryActor,
    { user, methods }: AttemptState,
    body: Body,
    step: Step,
  ) => {
    const { type, ...proof } = body
    if (type === 'none') throw new AppError(signInErrors.secondStep, { data: step })
    const offered = methods.some((method) => method.type === type)
    if (offered && (await security.verifySecondStep(user, { ...proof, type })))
      return database.transact(platform, (db) => signInRepository.markSecondStepPassed(db, tokenHash))
    await database.transact(platform, (db) => signInRepository.recordSecondStepFailure(db, tokenHash, maxFailures))
    throw new AppError(signInErrors.wrongSecondStep)
  }

  /**
   * Validates the password that replaces an initial or expired one.
   * @returns its hash
   */
  const hashNewPassword = (user: LoginUser, step: Step, password: string | undefined) => {
    if (password === undefined) {
      const { changePassword, passwordExpired } = signInErrors
      throw new AppError(user.mustChangePassword ? changePassword : passwordExpired, { data: step })
    }
    const { companyId, id: userId, passwordHash: currentHash, account, name } = user
    return passwords.validateAndHash({
      companyId,
      userId,
      currentHash,
      words: [account, name],
      password,
      field: 'newPassword',
    })
  }

  const savePassword = createPasswordSaver(ports)
  /** Sets up the required second step: 111 brings the secret, its first code answers. */
  const setUpSecondStep = async ({ tokenHash }: TemporaryActor, user: LoginUser, workplace: Workplace, body: Body) => {
    const owner = { companyId: user.companyId, userId: user.id }
    const { code = '' } = body
    if (body.type !== 'totp' || code === '') {
      const setUp = { companyId: workplace.companyId, ...(await security.offerTotp(owner, user.account)) }
      throw new AppError(signInErrors.secondStep, { data: { next: 'setUp', methods: [], setUp } })
    }
    await security.confirmTotp(owner, code)
    await database.transact(platform, (db) => signInRepository.markSecondStepPassed(db, tokenHash))
  }

  const enqueueSignInNotice = (db: Db, user: LoginUser, scope: DetachedScope<TemporaryActor>) => {
    const { ip, agent } = scope.origin
    const to = user.phone ? { phone: user.phone } : user.email ? { mail: user.email } : undefined
    if (!user.signInNotice || !to) return undefined
    const values = { time: wallClock(scope.origin.timeZone), ip, area: later(locateIp(ip)), device: agent }
    const channel = 'phone' in to ? ('sms' as const) : ('mail' as const)
    return messages.enqueue(db, {
      companyId: user.companyId,
      channel,
      template: 'signInNotice',
      to,
      values,
      byReader: true,
    })
  }

  /** Programs without cookies are allowed only if the operator permits it, and never for platform users. */
  const isUnboundAllowed = async (isPlatform: boolean, client: string) =>
    client === 'open' && !isPlatform && (await settings.read())['session.unbound']

  /**
   * Starts the steps of a person who has proved who they are.
   * @returns the temporary token and the next step
   */
  const begin = async (scope: DetachedScope<null>, { user, method, client, device, identity }: FirstStep) => {
    const tempToken = temporaryPrefix + newToken()
    const { companyId, id: userId, proofEpoch } = user
    scope.note({ after: { method } })
    const progress = await scope.commit(async (db) => {
      const methods = await secondStepsAfter(db, user, method)
      const trusted = scope.origin.cookies.trusted
      const isTrusted = methods.length > 0 && trusted && (await security.isTrusted(db, { companyId, userId }, trusted))
      // A passkey is two factors in one: possession, unlocked by inherence or knowledge.
      const multiFactor = method === 'passkey'
      const secondPassed = multiFactor || Boolean(isTrusted)
      const deviceOf = { deviceId: device?.id ?? '', deviceName: device?.name ?? '' }
      const attempt = { tokenHash: digest(tempToken), companyId, userId, proofEpoch, ...deviceOf, method, client }
      await signInRepository.insertAttempt(db, { ...attempt, secondPassed, multiFactor, identity }, attemptSeconds)
      const workplaces = await listWorkplaces(db, user, scope.origin.ip, identity)
      return { methods, secondPassed, workplaces, method }
    })
    return { tempToken, expires: attemptSeconds, ...(await pickNextStep(user, progress)) }
  }

  return {
    /**
     * The first step: identifies the user.
     * @returns the temporary token and the next step
     */
    async verify(
      scope: DetachedScope<null>,
      body: z.output<typeof verifyBody>,
      client: 'console' | 'front',
      identity: OutsideIdentity | null = null,
    ) {
      const { type: method, device } = body
      return begin(scope, { user: await firstSteps[method](scope, body), method, client, device, identity })
    },

    /**
     * The first step of a user that an identity provider has named.
     * @throws `disabled` and `companyStopped`, and as the steps do
     */
    async enter(scope: DetachedScope<null>, step: Omit<FirstStep, 'method' | 'client'>) {
      firstSteps.admit(scope, step.user, outsideMethod)
      return begin(scope, { ...step, method: outsideMethod, client: 'console' })
    },

    /** Authenticates a temporary token; undefined for tokens of another kind. */
    authenticate: (token: string): Authentication | undefined =>
      token.startsWith(temporaryPrefix) ? { kind: 'temporary', actor: { tokenHash: digest(token) } } : undefined,

    /**
     * Owner of a temporary token.
     * @throws `attemptExpired` and `addressRefused`
     */
    findOwner: async ({ token, ip }: Origin): Promise<LoginUser> => (await loadAttempt(digest(token), ip)).user,

    /** One more step. Answers 111 with the next step while one is missing; then opens a session (decision 18). */
    async advance(scope: DetachedScope<TemporaryActor>, body: Body) {
      const { actor, origin } = scope
      const state = await loadAttempt(actor.tokenHash, origin.ip)
      const { attempt, user, workplaces } = state
      const progress = { ...state, secondPassed: attempt.secondPassed }
      const owner = { companyId: user.companyId, userId: user.id }
      const { id: entityId, name: entityName } = user
      scope.note({ actor: auditActor(user), entityId, entityName, after: { method: attempt.method } })

      const step = await pickNextStep(user, progress)
      const secondStepAsked = !attempt.secondPassed && progress.methods.length > 0
      if (secondStepAsked) await verifySecondStep(actor, state, body, step)
      const finalStep = secondStepAsked ? await pickNextStep(user, { ...progress, secondPassed: true }) : step
      const newHash =
        finalStep.next === 'changePassword' ? await hashNewPassword(user, finalStep, body.newPassword) : undefined
      const workplace = chooseWorkplace(workplaces, body.companyId)
      const needsSetUp = mustSetUpSecondStep(workplace, progress)
      const isLast = workplace !== undefined && !needsSetUp
      // Saved now, so that the password is not asked for again.
      if (newHash && !isLast) await savePassword(actor, owner, newHash)
      if (!workplace) throw new AppError(signInErrors.chooseCompany, { data: companyChoice(workplaces) })
      if (needsSetUp) await setUpSecondStep(actor, user, workplace, body)
      const setUpParts = needsSetUp ? [{ ...totpSetUpNote, entityId: user.id, entityName: user.name }] : []
      scope.note({
        actor: auditActor({ ...workplace, id: workplace.userId }),
        sideEffects: setUpParts,
      })

      const values = await settings.read()
      const unbound = await isUnboundAllowed(user.platform || workplace.platform, origin.client)
      const binding = unbound ? null : newToken()
      const trustDays = body.trustDevice && attempt.method !== 'passkey' ? values['login.trustDays'] : 0
      const [tokens, trusted] = await scope.commit(async (db) => {
        await users.hold(db, owner)
        const consumedAttempt = await signInRepository.takeAttempt(db, actor.tokenHash)
        if (!consumedAttempt) throw new AppError(signInErrors.attemptExpired)
        if (newHash && isLast) await passwords.replace(db, owner, newHash)
        await enqueueSignInNotice(db, user, scope)
        const trustedToken =
          trustDays > 0 && (secondStepAsked || needsSetUp || attempt.secondPassed)
            ? await security.trustDevice(db, owner, origin, trustDays)
            : undefined
        const { deviceId, deviceName, method, identity } = attempt
        if (identity) scope.note({ sideEffects: [...setUpParts, ...((await keepLink(db, owner, identity)) ?? [])] })
        const client = unbound ? 'open' : attempt.client
        const signInDetails = {
          device: { id: deviceId, name: deviceName },
          client,
          method,
          binding,
          identityProviderId: identity?.providerId ?? null,
          ...consumedAttempt,
        }
        return [
          await sessions.open(db, { ...workplace, principal: owner }, signInDetails, origin),
          trustedToken,
        ] as const
      })
      if (binding) scope.setCookie('binding', binding, values['session.absoluteMinutes'] * 60)
      if (trusted) scope.setCookie('trusted', trusted, trustDays * daySeconds)
      // Another device of the user may have been signed out for this one.
      if (workplace.policy?.mostDevices) sessions.forgetUser(workplace.userId)
      if (user.signInNotice) messages.wake()
      return tokens
    },
  }
}
