import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import type { accessTokenBody, nextStep, verifyBody } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../kernel/audit-actor.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Authentication } from '../../kernel/http/admit.ts'
import { newToken } from '../../kernel/ids.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { AppError, type LooseScope, type Origin, type TemporaryActor } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import { wallClock } from '../../kernel/wall-clock.ts'
import type { Settings } from '../base-parameters/index.ts'
import { mayComeFrom } from '../companies/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import { type Security, totpSwitchedOn } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import { type KnownUser, mayEnter, memberships, type Place, users } from '../users/index.ts'
import type { createFirstSteps } from './first-step.ts'
import { signInRepository } from './sign-in.repository.ts'

const attemptSeconds = 300
/** So many wrong second steps end an attempt. */
const mostFailures = 5
/** Temporary tokens look different, so that no look-up ever takes one for a session's token. */
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
type Way = { methods: Step['methods']; secondPassed: boolean; places: readonly Place[] }
type Standing = Omit<Way, 'secondPassed'> & { attempt: Attempt; user: KnownUser }
const choiceOf = (places: readonly Place[]): Step => ({
  next: 'chooseCompany',
  methods: [],
  companies: places.map(({ companyId: id, companyName: name }) => ({ id, name })),
})
/** Where he says, or the one place there is. */
const chosenAmong = (places: readonly Place[], companyId: string | undefined): Place | undefined => {
  if (companyId !== undefined) return places.find((place) => place.companyId === companyId)
  return places.length === 1 ? places[0] : undefined
}
/** What the log says of whoever set one up on his way in. */
const totpSet = { event: securityContract.switchItem.audit.event, ...totpSwitchedOn }
/** Whether a company demands a second step of somebody who has none. */
const mustSetUp = (place: Place | undefined, { methods, secondPassed }: Omit<Way, 'places'>) =>
  place?.policy?.secondStep === true && !secondPassed && methods.length === 0
export type SignInService = ReturnType<typeof createSignInService>

export const createSignInService = (ports: Ports) => {
  const { database, settings, sessions, security, passwords, messages, firstSteps } = ports

  /**
   * The second steps after that first one. A code sent to the phone that has just proved itself would prove nothing
   * more; and a passkey alone demands nothing: whoever lost its device would be locked out.
   */
  const stepsAfter = async (db: Db, user: KnownUser, method: string) => {
    const steps = await security.stepsOf(db, user)
    const others = steps.filter(({ type }) => !(method === 'sms' && type === 'sms'))
    return others.some(({ type }) => type === 'totp' || type === 'sms') ? others : []
  }
  const missing = async (user: KnownUser, way: Way): Promise<Step> => {
    const { methods, secondPassed, places } = way
    if (!secondPassed && methods[0]) {
      const { 'login.trustDays': trustDays } = await settings.read()
      return { next: methods[0].type, methods, trustDays }
    }
    const policy = await passwords.policyOf(user.companyId)
    const mustChange = user.mustChangePassword || passwords.standing(policy, user.passwordTime).expired
    if (mustChange) return { next: 'changePassword', methods: [], policy }
    if (places.length > 1) return choiceOf(places)
    return { next: mustSetUp(places[0], way) ? 'setUp' : 'none', methods: [] }
  }
  /** Where he may work who calls from there. Throws `addressRefused` where that is nowhere. */
  const placesOf = async (db: Db, { companyId, id: userId }: KnownUser, ip: string): Promise<Place[]> => {
    const places = await memberships.places(db, { companyId, userId })
    const open = places.filter(({ policy }) => mayComeFrom(policy?.addresses ?? [], ip))
    if (open.length === 0 && places.length > 0) throw new AppError(signInErrors.addressRefused)
    return open
  }

  const look = (tokenHash: Buffer, ip: string): Promise<Standing> =>
    database.transact(platform, async (db) => {
      const attempt = await signInRepository.findAttempt(db, tokenHash)
      const user = attempt && (await users.find(db, attempt.companyId, attempt.userId))
      if (!attempt || !mayEnter(user)) throw new AppError(signInErrors.attemptExpired)
      const methods = attempt.secondPassed ? [] : await stepsAfter(db, user, attempt.method)
      return { attempt, user, methods, places: await placesOf(db, user, ip) }
    })

  const proveSecondStep = async (
    { tokenHash }: TemporaryActor,
    { user, methods }: Standing,
    body: Body,
    step: Step,
  ) => {
    const { type, ...proof } = body
    if (type === 'none') throw new AppError(signInErrors.secondStep, { data: step })
    const offered = methods.some((method) => method.type === type)
    if (offered && (await security.prove(user, { ...proof, type })))
      return database.transact(platform, (db) => signInRepository.passSecondStep(db, tokenHash))
    await database.transact(platform, (db) => signInRepository.failSecondStep(db, tokenHash, mostFailures))
    throw new AppError(signInErrors.wrongSecondStep)
  }

  /** The hash of the password that replaces a first or an expired one, once it has been judged. */
  const changedPassword = (user: KnownUser, step: Step, password: string | undefined) => {
    if (password === undefined) {
      const { changePassword, passwordExpired } = signInErrors
      throw new AppError(user.mustChangePassword ? changePassword : passwordExpired, { data: step })
    }
    const { companyId, id: userId, passwordHash: currentHash, account, name } = user
    return passwords.accept({ companyId, userId, currentHash, words: [account, name], password, field: 'newPassword' })
  }

  /** Sets up what the company demands: 111 brings the secret, and its first code comes back. */
  const setUpSecondStep = async ({ tokenHash }: TemporaryActor, user: KnownUser, place: Place, body: Body) => {
    const owner = { companyId: user.companyId, userId: user.id }
    const { code = '' } = body
    if (body.type !== 'totp' || code === '') {
      const setUp = { companyId: place.companyId, ...(await security.offerTotp(owner, user.account)) }
      throw new AppError(signInErrors.secondStep, { data: { next: 'setUp', methods: [], setUp } })
    }
    await security.takeTotp(owner, code)
    await database.transact(platform, (db) => signInRepository.passSecondStep(db, tokenHash))
  }

  const notice = (db: Db, user: KnownUser, scope: LooseScope<TemporaryActor>) => {
    const { ip, agent } = scope.origin
    const to = user.phone ? { phone: user.phone } : user.email ? { mail: user.email } : undefined
    if (!user.signInNotice || !to) return undefined
    const values = { time: wallClock(scope.origin.timeZone), ip, area: placeOf(ip), device: agent }
    const channel = 'phone' in to ? ('sms' as const) : ('mail' as const)
    return messages.enqueue(db, { companyId: user.companyId, channel, template: 'signInNotice', to, values })
  }

  /** Programs without cookies get in only where the operator allows it, and never as the platform's own (threat T2). */
  const isUnbound = async (isPlatform: boolean, client: string) =>
    client === 'open' && !isPlatform && (await settings.read())['session.unbound']

  return {
    /** The first step: who is it? Out: the temporary token and what comes next. */
    async verify(scope: LooseScope<null>, body: z.output<typeof verifyBody>, client: 'console' | 'front') {
      const user = await firstSteps[body.type](scope, body)
      const tempToken = temporaryPrefix + newToken()
      const { companyId, id: userId } = user
      const device = { deviceId: body.device?.id ?? '', deviceName: body.device?.name ?? '' }
      scope.note({ after: { method: body.type } })
      const way = await scope.commit(async (db) => {
        const methods = await stepsAfter(db, user, body.type)
        const trusted = scope.origin.cookies.trusted
        const isTrusted =
          methods.length > 0 && trusted && (await security.isTrusted(db, { companyId, userId }, trusted))
        // A passkey is two steps in one: something one has, unlocked by something one is or knows.
        const proved = body.type === 'passkey'
        const secondPassed = proved || Boolean(isTrusted)
        const tokenHash = digest(tempToken)
        const attempt = { tokenHash, companyId, userId, ...device, method: body.type, client, secondPassed, proved }
        await signInRepository.insertAttempt(db, attempt, attemptSeconds)
        return { methods, secondPassed, places: await placesOf(db, user, scope.origin.ip) }
      })
      return { tempToken, expires: attemptSeconds, ...(await missing(user, way)) }
    },

    /** What a temporary token stands for; undefined when the token is of another kind. */
    authenticate: (token: string): Authentication | undefined =>
      token.startsWith(temporaryPrefix) ? { kind: 'temporary', actor: { tokenHash: digest(token) } } : undefined,

    /** Whom a temporary token was given to. Throws `attemptExpired` and `addressRefused`. */
    ownerOf: async ({ token, ip }: Origin): Promise<KnownUser> => (await look(digest(token), ip)).user,

    /** One more step. As long as one is missing the answer is 111 and says which; then a session is opened. */
    async advance(scope: LooseScope<TemporaryActor>, body: Body) {
      const { actor, origin } = scope
      const standing = await look(actor.tokenHash, origin.ip)
      const { attempt, user, places } = standing
      const way = { ...standing, secondPassed: attempt.secondPassed }
      const owner = { companyId: user.companyId, userId: user.id }
      const { id: entityId, name: entityName } = user
      scope.note({ actor: auditActor(user), entityId, entityName, after: { method: attempt.method } })

      const step = await missing(user, way)
      const askedSecond = !attempt.secondPassed && way.methods.length > 0
      if (askedSecond) await proveSecondStep(actor, standing, body, step)
      const last = askedSecond ? await missing(user, { ...way, secondPassed: true }) : step
      const newHash = last.next === 'changePassword' ? await changedPassword(user, last, body.newPassword) : undefined
      const place = chosenAmong(places, body.companyId)
      const setsUp = mustSetUp(place, way)
      const isLast = place !== undefined && !setsUp
      // The new password is not asked for a second time.
      if (newHash && !isLast) await database.transact(platform, (db) => passwords.replace(db, owner, newHash))
      if (!place) throw new AppError(signInErrors.chooseCompany, { data: choiceOf(places) })
      if (setsUp) await setUpSecondStep(actor, user, place, body)
      scope.note({
        actor: auditActor({ ...place, id: place.userId }),
        parts: setsUp ? [{ ...totpSet, entityId: user.id, entityName: user.name }] : [],
      })

      const values = await settings.read()
      const unbound = await isUnbound(user.platform || place.platform, origin.client)
      const binding = unbound ? null : newToken()
      const trustDays = body.trustDevice && attempt.method !== 'passkey' ? values['login.trustDays'] : 0
      const [trio, trusted] = await scope.commit(async (db) => {
        const taken = await signInRepository.takeAttempt(db, actor.tokenHash)
        if (!taken) throw new AppError(signInErrors.attemptExpired)
        if (newHash && isLast) await passwords.replace(db, owner, newHash)
        await notice(db, user, scope)
        const trustedToken =
          trustDays > 0 && (askedSecond || setsUp || attempt.secondPassed)
            ? await security.trustDevice(db, owner, origin, trustDays)
            : undefined
        const { deviceId, deviceName, method } = attempt
        const client = unbound ? 'open' : attempt.client
        const opening = { device: { id: deviceId, name: deviceName }, client, method, binding, ...taken }
        return [await sessions.open(db, { ...place, principal: owner }, opening, origin), trustedToken] as const
      })
      if (binding) scope.setCookie('binding', binding, values['session.absoluteMinutes'] * 60)
      if (trusted) scope.setCookie('trusted', trusted, trustDays * daySeconds)
      // Another of his devices may have been ended for this one.
      if (place.policy?.mostDevices) sessions.forgetUser(place.userId)
      if (user.signInNotice) messages.wake()
      return trio
    },
  }
}
