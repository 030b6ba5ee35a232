import { catalogue } from '@atrium/contract/index.ts'
import { assignRootRole, createAuthorization } from './features/access/authorization/index.ts'
import { syncRegistry } from './features/access/registry/index.ts'
import { ensureMessageTemplates } from './features/communication/messages/index.ts'
import { users } from './features/people/users/index.ts'
import { ensureBuiltinParameters } from './features/system/base-parameters/index.ts'
import { ensureBuiltinDictionaries } from './features/system/dictionaries/index.ts'
import { ensurePlatformCompany } from './features/tenancy/tenants/index.ts'
import { waitForLocks } from './kernel/db/bound-connection.ts'
import type { Database } from './kernel/db/database.ts'
import { newId } from './kernel/ids.ts'
import { hashPassword } from './kernel/password-hash.ts'
import { randomPassword } from './kernel/random-password.ts'
import { tell } from './kernel/texts/operator-language.ts'

type FirstStart = { adminAccount: string; adminPassword: string; captcha: string }
export type Installed = {
  platformCompany: string
  /** The administrator's one-time password, if this start created the account with a generated one. */
  oneTimePassword?: string
}

const passwordLength = 16

/**
 * Installs what the product needs: the operator's company, its parameters, the catalogue and an administrator. Takes
 * the first administrator and captcha policy, used on the first start only. Idempotent, and safe when several processes
 * start together.
 */
export const install = async (database: Database, first: FirstStart): Promise<Installed> => {
  const authorization = createAuthorization(catalogue)
  const isPasswordGiven = first.adminPassword !== ''
  const password = isPasswordGiven ? first.adminPassword : randomPassword(passwordLength)
  const platform = { reach: 'platform' } as const
  const companyId = await database.transact(platform, async (db) => {
    // Another process may be installing the same.
    await waitForLocks(db, 1)
    const company = await ensurePlatformCompany(db)
    await syncRegistry(db, catalogue)
    await authorization.syncMenus(db)
    await authorization.alignStandardPlan(db)
    await authorization.alignPlatformRoles(db, company.id)
    await ensureBuiltinParameters(db, company.id, { captcha: first.captcha })
    await ensureBuiltinDictionaries(db)
    await ensureMessageTemplates(db)
    return company.id
  })
  const hasUsers = await database.transact(platform, (db) => users.hasUsers(db, companyId))
  if (hasUsers) return { platformCompany: companyId }
  const passwordHash = await hashPassword(password)
  const created = await database.transact(platform, async (db) => {
    const id = newId()
    const user = {
      companyId,
      id,
      account: first.adminAccount,
      name: tell('系统管理员'),
      passwordHash,
      mustChange: !isPasswordGiven,
    }
    // Of two concurrent starts, one creates the account and prints its password.
    if (!(await users.addUser(db, user))) return false
    await assignRootRole(db, companyId, id)
    return true
  })
  return { platformCompany: companyId, ...(created && !isPasswordGiven && { oneTimePassword: password }) }
}
