import { alignPlatformRoles, alignStandardPlan, makeRoot, syncMenus } from './features/access/index.ts'
import { ensureBuiltinParameters } from './features/base-parameters/index.ts'
import { ensurePlatformCompany } from './features/companies/index.ts'
import { ensureMessageTemplates } from './features/messages/index.ts'
import { syncRegistry } from './features/registry/index.ts'
import { hashPassword, randomPassword, users } from './features/users/index.ts'
import type { Database } from './kernel/db/database.ts'
import { newId } from './kernel/ids.ts'

type First = { adminAccount: string; adminPassword: string; captcha: string }
export type Installed = {
  platformCompany: string
  /** The administrator's one-time password, when this start created the account without one given. */
  oneTimePassword?: string
}

const passwordLength = 16

/**
 * Puts in place what the product needs to be used at all: the platform company, its parameters, the catalogue and an
 * administrator. In: the first administrator and the first captcha policy; both count on the first start only.
 * Safe to repeat, and safe when several processes start together.
 */
export const install = async (database: Database, first: First): Promise<Installed> => {
  const given = first.adminPassword !== ''
  const password = given ? first.adminPassword : randomPassword(passwordLength)
  const platform = { reach: 'platform' } as const
  const companyId = await database.transact(platform, async (db) => {
    const company = await ensurePlatformCompany(db)
    await syncRegistry(db)
    await syncMenus(db)
    await alignStandardPlan(db)
    await alignPlatformRoles(db, company.id)
    await ensureBuiltinParameters(db, company.id, { captcha: first.captcha })
    await ensureMessageTemplates(db)
    return company.id
  })
  const known = await database.transact(platform, (db) => users.exist(db, companyId))
  if (known) return { platformCompany: companyId }
  const passwordHash = await hashPassword(password)
  const created = await database.transact(platform, async (db) => {
    const id = newId()
    const user = { companyId, id, account: first.adminAccount, name: '系统管理员', passwordHash, mustChange: !given }
    // Of two processes that come this far together, one creates the account and tells its password.
    if (!(await users.reserve(db, user))) return false
    await makeRoot(db, companyId, id)
    return true
  })
  return { platformCompany: companyId, ...(created && !given && { oneTimePassword: password }) }
}
