import { createHash, randomBytes } from 'node:crypto'
import { assignRootRole } from '../../src/features/access/authorization/index.ts'
import { createSessionService } from '../../src/features/identity/session/session.service.ts'
import { createSettings } from '../../src/features/system/base-parameters/index.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { assignCompanyAdmin, rightsPorts } from '../authorization.ts'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { type Caller, callers } from './callers.ts'

const origin = {
  ip: '',
  agent: '',
  traceId: '',
  host: '',
  token: '',
  client: 'open',
  expectCompany: '',
  timeZone: 'UTC',
  cookies: {},
  dryRun: false,
  confirm: '',
  lastEventId: '',
  conditions: { range: '', ifRange: '', ifNoneMatch: '' },
}
const digest = (token: string) => createHash('sha256').update(token).digest()

/** Makes a user a member whose account is the principal, in another company. */
const moveAccount = async (app: TestApp, { id }: { id: string }, principal: { id: string; companyId: string }) => {
  await app.sql('delete from login_directory where user_id = $1', [id])
  await app.sql(`update users set password_hash = '', principal_company_id = $2, principal_id = $3 where id = $1`, [
    id,
    principal.companyId,
    principal.id,
  ])
}

/**
 * Creates a user of each kind of caller.
 * @returns them, and a fresh token per call, since some calls end sessions
 */
export const createCallers = async (app: TestApp) => {
  const secrets = createSecrets('a secret key for tests only, 32 characters')
  const settings = createSettings(app.database, secrets)
  const sessions = createSessionService({
    ...rightsPorts,
    database: app.database,
    secrets,
    settings,
    announcements: noAnnouncements,
  })
  const companies = {
    A: await buildCompany(app, '甲'),
    B: await buildCompany(app, '乙'),
    tenant: await buildTenant(app, '丙'),
    platform: await readPlatformCompany(app),
  }
  const created = new Map<string, { id: string; companyId: string; isGuest: boolean; hasCeiling: boolean }>()
  const platformReach = { reach: 'platform' } as const
  for (const { title, company, permissions, endedBy, hasProductRole, visitMode, hasAccountElsewhere } of callers) {
    const companyId = visitMode ? companies.platform : companies[company]
    const isRoot = permissions === 'everything' || visitMode !== undefined
    const ownPermissions = hasProductRole || isRoot ? [] : [...permissions]
    const user = await buildUser(app, { companyId, permissions: ownPermissions })
    if (hasProductRole) await app.database.transact(platformReach, (db) => assignCompanyAdmin(db, companyId, user.id))
    if (hasAccountElsewhere) await moveAccount(app, user, await buildUser(app, { companyId: companies.B }))
    if (isRoot) await app.database.transact(platformReach, (db) => assignRootRole(db, companyId, user.id))
    if (endedBy === 'lock') await app.sql('update users set status = 2 where id = $1', [user.id])
    if (endedBy === 'removal') await app.sql('update users set deleted_at = now() where id = $1', [user.id])
    const hasCeiling = permissions !== 'everything'
    created.set(title, { id: user.id, companyId: companies[company], isGuest: visitMode !== undefined, hasCeiling })
  }
  const whoIs = ({ title }: Caller) => {
    const found = created.get(title)
    if (!found) throw new Error(`${title}: not made; add it to server/test/matrix/callers.ts`)
    return found
  }
  const openSession = (owner: { id: string; companyId: string }) =>
    app.database.transact(platformReach, async (db) => {
      const opening = {
        device: { id: '', name: '' },
        client: 'open',
        method: 'password',
        binding: null,
        provedAt: null,
      }
      const principal = { companyId: owner.companyId, userId: owner.id }
      return (await sessions.open(db, { ...principal, principal, policy: null }, opening, origin)).token
    })
  const openVisit = async ({ id, companyId }: { id: string; companyId: string }, mode: 'view' | 'manage') => {
    const home = await openSession({ id, companyId: companies.platform })
    const [row] = await app.sql('select id from sessions where access_hash = $1', [digest(home)])
    const visitRequest = { companyId, orgId: null, mode, reason: '试', minutes: 60 }
    const opened = app.database.transact(platformReach, (db) =>
      sessions.openVisit(db, String(row?.id), visitRequest, origin),
    )
    return (await opened).tokens.token
  }
  const openAttempt = async ({ id, companyId }: { id: string; companyId: string }) => {
    const token = `t_${randomBytes(16).toString('hex')}`
    await app.sql(
      `insert into sign_in_attempts (token_hash, company_id, user_id, device_id, device_name, proof_epoch, expires_at)
       values ($1, $2, $3, '', '', 1, now() + interval '1 hour')`,
      [digest(token), companyId, id],
    )
    return token
  }
  const withSession = async (token: string, change: string) => {
    await app.sql(`update sessions set ${change} where access_hash = $1`, [digest(token)])
    return token
  }
  const issueToken = async (caller: Caller): Promise<string | undefined> => {
    const owner = whoIs(caller)
    if (caller.tokenStatus === 'nobody') return undefined
    if (caller.visitMode) return openVisit(owner, caller.visitMode)
    if (caller.tokenStatus === 'temporary') return openAttempt(owner)
    if (caller.tokenStatus === 'expired')
      return withSession(await openSession(owner), `access_expires_at = now() - interval '1 minute'`)
    if (caller.endedBy === 'revocation')
      return withSession(await openSession(owner), `ended_at = now(), end_reason = 'revoked'`)
    return openSession(owner)
  }
  return { companies, whoIs, issueToken, openSession }
}
