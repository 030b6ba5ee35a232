import { createHash, randomBytes } from 'node:crypto'
import { makeCompanyAdmin, makeRoot } from '../../src/features/access/index.ts'
import { createSettings } from '../../src/features/base-parameters/index.ts'
import { createSessionService } from '../../src/features/session/session.service.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { buildCompany, buildTenant, buildUser, platformCompanyOf } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { type Caller, callers } from './callers.ts'

const origin = {
  ...{ ip: '', agent: '', traceId: '', host: '', token: '', client: 'open', expectCompany: '', timeZone: 'UTC' },
  ...{ cookies: {}, dryRun: false, confirm: '' },
}
const digest = (token: string) => createHash('sha256').update(token).digest()

/** Makes the first the member that the second is in his company. */
const signInElsewhere = async (app: TestApp, { id }: { id: string }, principal: { id: string; companyId: string }) => {
  await app.sql('delete from login_directory where user_id = $1', [id])
  await app.sql(`update users set password_hash = '', principal_company_id = $2, principal_id = $3 where id = $1`, [
    id,
    principal.companyId,
    principal.id,
  ])
}

/** Makes every kind of caller. Out: somebody of each kind, and a fresh token of his for each call: some calls end it. */
export const createCallers = async (app: TestApp) => {
  const secrets = createSecrets('a secret key for tests only, 32 characters')
  const settings = createSettings(app.database, secrets)
  const sessions = createSessionService({ database: app.database, secrets, settings, announcements: noAnnouncements })
  const companies = {
    A: await buildCompany(app, '甲'),
    B: await buildCompany(app, '乙'),
    tenant: await buildTenant(app, '丙'),
    platform: await platformCompanyOf(app),
  }
  const made = new Map<string, { id: string; companyId: string; isGuest: boolean; hasCeiling: boolean }>()
  const platformSight = { reach: 'platform' } as const
  for (const { title, of, holds, endedBy, fromProduct, visits, outside } of callers) {
    const companyId = visits ? companies.platform : companies[of]
    const isRoot = holds === 'everything' || visits !== undefined
    const permissions = fromProduct || isRoot ? [] : [...holds]
    const user = await buildUser(app, { companyId, permissions })
    if (fromProduct) await app.database.transact(platformSight, (db) => makeCompanyAdmin(db, companyId, user.id))
    if (outside) await signInElsewhere(app, user, await buildUser(app, { companyId: companies.B }))
    if (isRoot) await app.database.transact(platformSight, (db) => makeRoot(db, companyId, user.id))
    if (endedBy === 'lock') await app.sql('update users set status = 2 where id = $1', [user.id])
    if (endedBy === 'removal') await app.sql('update users set deleted_at = now() where id = $1', [user.id])
    const hasCeiling = holds !== 'everything'
    made.set(title, { id: user.id, companyId: companies[of], isGuest: visits !== undefined, hasCeiling })
  }
  const whoIs = ({ title }: Caller) => {
    const found = made.get(title)
    if (!found) throw new Error(`${title}: not made; add it to server/test/matrix/callers.ts`)
    return found
  }
  const session = (owner: { id: string; companyId: string }) =>
    app.database.transact(platformSight, async (db) => {
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
  const visit = async ({ id, companyId }: { id: string; companyId: string }, mode: 'view' | 'manage') => {
    const home = await session({ id, companyId: companies.platform })
    const [row] = await app.sql('select id from sessions where access_hash = $1', [digest(home)])
    const wish = { companyId, orgId: null, mode, reason: '试', minutes: 60 }
    const opened = app.database.transact(platformSight, (db) => sessions.openVisit(db, String(row?.id), wish, origin))
    return (await opened).tokens.token
  }
  const attempt = async ({ id, companyId }: { id: string; companyId: string }) => {
    const token = `t_${randomBytes(16).toString('hex')}`
    await app.sql(
      `insert into sign_in_attempts (token_hash, company_id, user_id, device_id, device_name, expires_at)
       values ($1, $2, $3, '', '', now() + interval '1 hour')`,
      [digest(token), companyId, id],
    )
    return token
  }
  const touched = async (token: string, change: string) => {
    await app.sql(`update sessions set ${change} where access_hash = $1`, [digest(token)])
    return token
  }
  const tokenOf = async (caller: Caller): Promise<string | undefined> => {
    const owner = whoIs(caller)
    if (caller.standing === 'nobody') return undefined
    if (caller.visits) return visit(owner, caller.visits)
    if (caller.standing === 'temporary') return attempt(owner)
    if (caller.standing === 'expired')
      return touched(await session(owner), `access_expires_at = now() - interval '1 minute'`)
    if (caller.endedBy === 'revocation')
      return touched(await session(owner), `ended_at = now(), end_reason = 'revoked'`)
    return session(owner)
  }
  return { companies, whoIs, tokenOf, session }
}
