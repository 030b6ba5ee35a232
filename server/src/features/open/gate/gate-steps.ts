import { clockWindowMs } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { FoundApi } from './gate-apis.ts'
import type { GateApp } from './gate-apps.ts'
import { GateRefusal } from './gate-refusal.ts'
import type { CallLimit } from './quota-shares.ts'
import { isSignedWith } from './signature.ts'
import type { SignedCall } from './signed-call.ts'

const isOver = (time: number | null, now: number) => time !== null && time <= now

/** Throws unless the application and its owner are admitted. */
export const assertApp = ({ locked, expireAt, owner }: GateApp, now: number) => {
  if (locked) throw new GateRefusal('app', gateErrors.app, fillSource('应用已锁定'))
  if (isOver(expireAt, now)) throw new GateRefusal('app', gateErrors.app, fillSource('应用已到期'))
  if ('refusal' in owner) throw new GateRefusal('app', gateErrors.app, owner.refusal.replace('任务发起人', '负责人'))
}
export const assertNetwork = ({ admits }: GateApp, ip: string) => {
  if (!admits(ip)) throw new GateRefusal('network', gateErrors.network, fillSource('来源 IP {ip} 不在白名单', { ip }))
}
export const assertClock = ({ timestamp }: SignedCall, now: number) => {
  const difference = timestamp - now
  if (Math.abs(difference) <= clockWindowMs) return
  const seconds = Math.round(Math.abs(difference) / 1000)
  const direction = difference > 0 ? fillSource('快') : fillSource('慢')
  throw new GateRefusal(
    'clock',
    gateErrors.clock,
    fillSource('比服务器时间{direction} {seconds} 秒，最多相差 {clockWindowMs} 秒', {
      direction,
      seconds,
      clockWindowMs: clockWindowMs / 1000,
    }),
  )
}
export type LiveSecret = GateApp['secrets'][number]
/**
 * The secrets that may sign now.
 * @throws without any
 */
export const liveSecrets = ({ secrets }: GateApp, now: number): LiveSecret[] => {
  const live = secrets.filter(({ expireAt }) => !isOver(expireAt, now))
  if (live.length === 0) throw new GateRefusal('secret', gateErrors.secret, fillSource('没有有效的密钥'))
  return live
}
/**
 * The secret that a text is signed with.
 * @throws if it is none of them
 */
export const signingSecret = (secrets: readonly LiveSecret[], canonical: string, { sign }: SignedCall) => {
  const found = secrets.find(({ secret }) => isSignedWith(secret, canonical, sign))
  if (!found) throw new GateRefusal('signature', gateErrors.refused, fillSource('签名与待签名内容不符'))
  return found.id
}

const notGranted = (detail: string) => new GateRefusal('api', gateErrors.notGranted, detail)
/**
 * Throws unless the API is served and granted now, and the owner could call it.
 * @returns its grant
 */
export const assertGranted: (app: GateApp, found: FoundApi | undefined, now: number) => asserts found is FoundApi = (
  { grants, owner },
  found,
  now,
) => {
  if (!found) throw notGranted(fillSource('没有此请求方式和路径的开放接口'))
  const { api } = found
  if (isOver(api.sunsetAt, now)) throw notGranted(fillSource('接口已停用'))
  const grant = grants.get(api.id)
  if (!grant) throw notGranted(fillSource('应用未获得该接口的授权'))
  if (grant.startAt !== null && grant.startAt > now) throw notGranted(fillSource('授权尚未生效'))
  if (isOver(grant.expireAt, now)) throw notGranted(fillSource('授权已到期'))
  if ('refusal' in owner) throw notGranted(owner.refusal)
  if (api.forPlatform && !owner.platform) throw notGranted(fillSource('接口仅限平台的应用调用'))
  if (api.kind === 'own' && !(api.endpoint && owner.decide(api.endpoint).allowed))
    throw notGranted(fillSource('负责人当前无权使用该接口'))
}

type Declared = Omit<CallLimit, 'points'> & { points: number | null }
const given = (limits: readonly Declared[]): CallLimit[] =>
  limits.flatMap(({ points, ...limit }) => (points === null ? [] : { ...limit, points }))

/** The limits of all calls of an application together. */
export const limitsOfApp = ({ id, perMinute, perDay }: GateApp): CallLimit[] =>
  given([
    { key: `${id} minute`, window: 'minute', points: perMinute },
    { key: `${id} day`, window: 'day', points: perDay },
  ])
/** The limits that a call counts against: of the application for the API, and of all its calls. */
export const listLimits = (app: GateApp, { api }: FoundApi): CallLimit[] => {
  const grant = app.grants.get(api.id)
  const limits = given([
    { key: `${app.id} ${api.id} minute`, window: 'minute', points: grant?.perMinute ?? api.perMinute },
    { key: `${app.id} ${api.id} day`, window: 'day', points: grant?.perDay ?? api.perDay },
  ])
  return [...limits, ...limitsOfApp(app)]
}
export const limitRefusal = ({ spent, seconds }: { spent: CallLimit; seconds: number }) =>
  new GateRefusal(
    'limit',
    gateErrors.limited,
    fillSource('超出{value} {points} 次的上限', {
      value: spent.window === 'day' ? fillSource('每日') : fillSource('每分钟'),
      points: spent.points,
    }),
    seconds,
  )
