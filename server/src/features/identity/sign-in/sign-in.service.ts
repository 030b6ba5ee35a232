import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import type {
  accessTokenBody,
  nextStep,
  verifyBody,
} from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Authentication } from '../../../kernel/http/admit.ts'
import { newToken } from '../../../kernel/ids.ts'
import { placeOf } from '../../../kernel/place-of-ip.ts'
import { AppError, type DetachedScope, type Origin, type TemporaryActor } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { canSignIn, type LoginUser, memberships, users, type Workplace } from '../../people/users/index.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { isAddressAllowed } from '../../tenancy/tenants/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import { type Security, totpSwitchedOn } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import type { createFirstSteps } from './first-step.ts'
import { signInRepository } from './sign-in.repository.ts'

const attemptSeconds = 300
/** Wrong second steps that end an attempt. */
const maxFailures = 5
/** Distinguishes temporary tokens, so that none is looked up as a session token. */
const temporaryPrefix = 't_'
const daySeconds = 86_400
const platform = { reach: 'platform' } as const

type Ports = {
  database: Database
  settings: Settings
  sessions: SessionService
  security: Security
  passwords: Passwords
  messages: Messages
  firstSteps: ReturnType<typeof createFirstSteps>
}
type Step = z.output<typeof nextStep>
type Body = z.output<typeof accessTokenBody>
type Attempt = NonNullable<Awaited<ReturnType<typeof signInRepository.findAttempt>>>
type Progress = { methods: Step['methods']; secondPassed: boolean; workplaces: readonly Workplace[] }
type AttemptState = Omit<Progress, 'secondPassed'> & { attempt: Attempt; user: LoginUser }
const companyChoice = (workplaces: readonly Workplace[]): Step => ({
  next: 'chooseCompany',
  methods: [],
  companies: workplaces.map(({ companyId: id, companyName: name }) => ({ id, name })),
})
/** The chosen company, or the only one. */
const chooseWorkplace = (workplaces: readonly Workplace[], companyId: string | undefined): Workplace | undefined => {
  if (companyId !== undefined) return workplaces.find((workplace) => workplace.companyId === companyId)
  return workplaces.length === 1 ? workplaces[0] : undefined
}
/** Audit note of a second step set up during sign-in. */
const totpSetUpNote = { event: securityContract.switchItem.audit.event, ...totpSwitchedOn }
const mustSetUpSecondStep = (
  workplace: Workplace | undefined,
  { methods, secondPassed }: Omit<Progress, 'workplaces'>,
) => workplace?.policy?.secondStep === true && !secondPassed && methods.length === 0
export type SignInService = ReturnType<typeof createSignInService>

export const createSignInService = (ports: Ports) => {
  const { database, settings, sessions, security, passwords, messages, firstSteps } = ports

  /**
   * Second steps after the first step. A code to the phone that was just verified would add nothing; a passkey alone
   * requires no second step, since losing its device would lock the user out.
   */
  const secondStepsAfter = async (db: Db, user: LoginUser, method: string) => {
    const steps = await security.stepsOf(db, user)
    const others = steps.filter(({ type }) => !(method === 'sms' && type === 'sms'))
    return others.some(({ type }) => type === 'totp' || type === 'sms') ? others : []
  }
  const nextStepOf = async (user: LoginUser, progress: Progress): Promise<Step> => {
    const { methods, secondPassed, workplaces } = progress
    if (!secondPassed && methods[0]) {
      const { 'login.trustDays': trustDays } = await settings.read()
      return { next: methods[0].type, methods, trustDays }
    }
    const policy = await passwords.policyOf(user.companyId)
    const mustChange = user.mustChangePassword || passwords.expiryOf(policy, user.passwordTime).expired
    if (mustChange) return { next: 'changePassword', methods: [], policy }
    if (workplaces.length > 1) return companyChoice(workplaces)
    return { next: mustSetUpSecondStep(workplaces[0], progress) ? 'setUp' : 'none', methods: [] }
  }
  /** Companies the user may work in from this address. Throws `addressRefused` if none. */
  const listWorkplaces = async (db: Db, { companyId, id: userId }: LoginUser, ip: string): Promise<Workplace[]> => {
    const workplaces = await memberships.workplaces(db, { companyId, userId })
    const allowed = workplaces.filter(({ policy }) => isAddressAllowed(policy?.addresses ?? [], ip))
    if (allowed.length === 0 && workplaces.length > 0) throw new AppError(signInErrors.addressRefused)
    return allowed
  }

  const loadAttempt = (tokenHash: Buffer, ip: string): Promise<AttemptState> =>
    database.transact(platform, async (db) => {
      const attempt = await signInRepository.findAttempt(db, tokenHash)
      const user = attempt && (await users.find(db, attempt.companyId, attempt.userId))
      if (!attempt || !canSignIn(user)) throw new AppError(signInErrors.attemptExpired)
      const methods = attempt.secondPassed ? [] : await secondStepsAfter(db, user, attempt.method)
      return { attempt, user, methods, workplaces: await listWorkplaces(db, user, ip) }
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

  /** Validates the password that replaces an initial or expired one. Returns its hash. */
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
    const values = { time: wallClock(scope.origin.timeZone), ip, area: placeOf(ip), device: agent }
    const channel = 'phone' in to ? ('sms' as const) : ('mail' as const)
    return messages.enqueue(db, { companyId: user.companyId, channel, template: 'signInNotice', to, values })
  }

  /** Programs without cookies are allowed only if the operator permits it, and never for platform users. */
  const isUnboundAllowed = async (isPlatform: boolean, client: string) =>
    client === 'open' && !isPlatform && (await settings.read())['session.unbound']

  return {
    /** The first step: identifies the user. Returns the temporary token and the next step. */
    async verify(scope: DetachedScope<null>, body: z.output<typeof verifyBody>, client: 'console' | 'front') {
      const user = await firstSteps[body.type](scope, body)
      const tempToken = temporaryPrefix + newToken()
      const { companyId, id: userId } = user
      const device = { deviceId: body.device?.id ?? '', deviceName: body.device?.name ?? '' }
      scope.note({ after: { method: body.type } })
      const progress = await scope.commit(async (db) => {
        const methods = await secondStepsAfter(db, user, body.type)
        const trusted = scope.origin.cookies.trusted
        const isTrusted =
          methods.length > 0 && trusted && (await security.isTrusted(db, { companyId, userId }, trusted))
        // A passkey is two factors in one: possession, unlocked by inherence or knowledge.
        const multiFactor = body.type === 'passkey'
        const secondPassed = multiFactor || Boolean(isTrusted)
        const tokenHash = digest(tempToken)
        const attempt = {
          tokenHash,
          companyId,
          userId,
          ...device,
          method: body.type,
          client,
          secondPassed,
          multiFactor,
        }
        await signInRepository.insertAttempt(db, attempt, attemptSeconds)
        return { methods, secondPassed, workplaces: await listWorkplaces(db, user, scope.origin.ip) }
      })
      return { tempToken, expires: attemptSeconds, ...(await nextStepOf(user, progress)) }
    },

    /** Authenticates a temporary token; undefined for tokens of another kind. */
    authenticate: (token: string): Authentication | undefined =>
      token.startsWith(temporaryPrefix) ? { kind: 'temporary', actor: { tokenHash: digest(token) } } : undefined,

    /** Owner of a temporary token. Throws `attemptExpired` and `addressRefused`. */
    ownerOf: async ({ token, ip }: Origin): Promise<LoginUser> => (await loadAttempt(digest(token), ip)).user,

    /** One more step. Answers 111 with the next step while one is missing; then opens a session (decision 18). */
    async advance(scope: DetachedScope<TemporaryActor>, body: Body) {
      const { actor, origin } = scope
      const state = await loadAttempt(actor.tokenHash, origin.ip)
      const { attempt, user, workplaces } = state
      const progress = { ...state, secondPassed: attempt.secondPassed }
      const owner = { companyId: user.companyId, userId: user.id }
      const { id: entityId, name: entityName } = user
      scope.note({ actor: auditActor(user), entityId, entityName, after: { method: attempt.method } })

      const step = await nextStepOf(user, progress)
      const secondStepAsked = !attempt.secondPassed && progress.methods.length > 0
      if (secondStepAsked) await verifySecondStep(actor, state, body, step)
      const finalStep = secondStepAsked ? await nextStepOf(user, { ...progress, secondPassed: true }) : step
      const newHash =
        finalStep.next === 'changePassword' ? await hashNewPassword(user, finalStep, body.newPassword) : undefined
      const workplace = chooseWorkplace(workplaces, body.companyId)
      const needsSetUp = mustSetUpSecondStep(workplace, progress)
      const isLast = workplace !== undefined && !needsSetUp
      // Saved now, so that the password is not asked for again.
      if (newHash && !isLast) await database.transact(platform, (db) => passwords.replace(db, owner, newHash))
      if (!workplace) throw new AppError(signInErrors.chooseCompany, { data: companyChoice(workplaces) })
      if (needsSetUp) await setUpSecondStep(actor, user, workplace, body)
      scope.note({
        actor: auditActor({ ...workplace, id: workplace.userId }),
        parts: needsSetUp ? [{ ...totpSetUpNote, entityId: user.id, entityName: user.name }] : [],
      })

      const values = await settings.read()
      const unbound = await isUnboundAllowed(user.platform || workplace.platform, origin.client)
      const binding = unbound ? null : newToken()
      const trustDays = body.trustDevice && attempt.method !== 'passkey' ? values['login.trustDays'] : 0
      const [tokens, trusted] = await scope.commit(async (db) => {
        const consumedAttempt = await signInRepository.takeAttempt(db, actor.tokenHash)
        if (!consumedAttempt) throw new AppError(signInErrors.attemptExpired)
        if (newHash && isLast) await passwords.replace(db, owner, newHash)
        await enqueueSignInNotice(db, user, scope)
        const trustedToken =
          trustDays > 0 && (secondStepAsked || needsSetUp || attempt.secondPassed)
            ? await security.trustDevice(db, owner, origin, trustDays)
            : undefined
        const { deviceId, deviceName, method } = attempt
        const client = unbound ? 'open' : attempt.client
        const signInDetails = {
          device: { id: deviceId, name: deviceName },
          client,
          method,
          binding,
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
