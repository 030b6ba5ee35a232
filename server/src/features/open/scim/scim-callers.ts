import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Counter } from '../../../kernel/limits.ts'
import type { Actor, Origin } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import { createShortTtlCache } from '../../../kernel/short-ttl-cache.ts'
import {
  type AppCalls,
  assertApp,
  assertNetwork,
  type GateApp,
  limitRefusal,
  limitsOfApp,
  serviceActor,
} from '../gate/index.ts'
import { isOwnScimToken, scimEndpoints } from '../open-apps/index.ts'
import { scimCallersRepository as repository, type ScimToken } from './scim-callers.repository.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** An application that provisions users: itself as an actor within its owner's rights. */
export type ScimCaller = { app: GateApp; token: ScimToken; actor: Actor }
/** What is known of a caller so far; a refused call is counted if its application is known. */
export type KnownCaller = { app?: GateApp; token?: ScimToken }

type Ports = {
  database: Database
  secrets: Pick<Secrets, 'sign' | 'isSigned'>
  calls: AppCalls
  /** Of each application, beside the limits that its company has set. */
  counter: Pick<Counter, 'take'>
}
const maxTokens = 5000
const bearer = /^Bearer +(\S+) *$/i
/** A custom field is hidden, masked or read-only for an application as for its owner; columns of the product are not. */
const hasRestrictedColumns = (restricted: Actor['restricted']) =>
  Object.keys(restricted ?? {}).some((name) => !name.startsWith('custom.'))
const unauthenticated = () => new ScimRefusal(401, t('令牌无效或已失效'))

/** Admits applications by their bearer tokens. */
export const createScimCallers = ({ database, secrets, calls, counter }: Ports) => {
  const tokens = createShortTtlCache<ScimToken | undefined>(maxTokens)
  const load = async (key: Buffer) => {
    const found = await database.read({ reach: 'platform' }, (db) => repository.findToken(db, key))
    if (found?.isStale) await database.transact({ reach: 'platform' }, (db) => repository.touch(db, found.id))
    return found
  }
  const findToken = async (sent: string) => {
    if (!isOwnScimToken(secrets, sent)) return undefined
    const key = digest(sent)
    const found = await tokens.read(key.toString('hex'), () => load(key))
    return found && (found.expireAt === null || found.expireAt > Date.now()) ? found : undefined
  }

  /**
   * Throws `ScimRefusal` with 401 for tokens that no one holds and 403 where nothing is to be provisioned, and
   * `GateRefusal` for a stopped application, a foreign network and a spent limit.
   */
  return async (authorization: string | undefined, origin: Origin, known: KnownCaller): Promise<ScimCaller> => {
    const token = await findToken(bearer.exec(authorization ?? '')?.[1] ?? '')
    const app = token && (await calls.apps.find(token.appKey))
    if (!token || !app) throw unauthenticated()
    Object.assign(known, { app, token })
    assertApp(app, Date.now())
    assertNetwork(app, origin.ip)
    if (!token.enabled || 'refusal' in app.owner) throw new ScimRefusal(403, t('该应用未启用用户同步'))
    await counter.take(app.id)
    const over = await calls.quotaShares.take(limitsOfApp(app))
    if (over) throw limitRefusal(over)
    if (hasRestrictedColumns(app.owner.restricted)) throw new ScimRefusal(403, t('负责人有受限字段，不能同步用户'))
    return { app, token, actor: serviceActor(app, app.owner, scimEndpoints) }
  }
}
export type AdmitScim = ReturnType<typeof createScimCallers>
