import { holdsAdminRole } from '../features/access/authorization/index.ts'
import { createPasswords } from '../features/identity/password-policies/index.ts'
import { asksForMore, removeSecondSteps } from '../features/identity/security/index.ts'
import { endAllSessions } from '../features/identity/session/index.ts'
import { pardonFailures } from '../features/identity/sign-in/index.ts'
import { type LoginUser, storedStatus, users } from '../features/people/users/index.ts'
import { findPlatformCompany } from '../features/tenancy/tenants/index.ts'
import { writeAudit } from '../kernel/db/audit-log.ts'
import type { Database, Db } from '../kernel/db/database.ts'
import { newTraceId } from '../kernel/ids.ts'
import { hashPassword } from '../kernel/password-hash.ts'
import { randomPassword } from '../kernel/random-password.ts'
import type { AuditNote } from '../kernel/scope.ts'
import { tell } from '../kernel/texts/operator-language.ts'

const platform = { reach: 'platform' } as const
const passwordLength = 16
const system = { id: '', name: '系统' }

export type Rescued = {
  account: string
  /** Whether it need not be an administrator. */
  isAnyone: boolean
}
type Change = Pick<AuditNote, 'before' | 'after'> & { event: string }

/** Helps administrators who cannot sign in, beside the nodes; audited as the system's act. */
export const createRescue = (database: Database) => {
  const find = async (db: Db, { account, isAnyone }: Rescued): Promise<LoginUser> => {
    const user = await users.findByAccount(db, account)
    if (!user) throw new Error(tell('没有账号“{account}”', { account }))
    if (user.outside) throw new Error(tell('账号“{account}”是其他公司的成员，请处理其所属公司的账号', { account }))
    if (!isAnyone && !(await holdsAdminRole(db, { companyId: user.companyId, userId: user.id })))
      throw new Error(tell('账号“{account}”不是管理员，确需处理时请加 --any', { account }))
    return user
  }
  /** Changes a user and audits it, in one transaction. */
  const change = (rescued: Rescued, work: (db: Db, user: LoginUser) => Promise<Change>): Promise<LoginUser> =>
    database.transact(platform, async (db) => {
      const user = await find(db, rescued)
      await users.hold(db, { companyId: user.companyId, userId: user.id })
      const changed = await work(db, user)
      const outcome = { ok: true, code: 0, ms: 0, actor: null, sessionId: null }
      const origin = { traceId: newTraceId(), ip: '', agent: 'atrium admin' }
      const { companyId, id: entityId, name: entityName } = user
      await writeAudit(db, { ...changed, ...outcome, companyId, entityId, entityName, origin })
      return user
    })

  return {
    /**
     * Gives a new password, which must be changed, and ends all sessions.
     * @returns the password, which is stored nowhere, and whether second steps are asked for as before
     */
    async resetPassword(rescued: Rescued): Promise<{ password: string; asksForMore: boolean }> {
      // Refused before a password is hashed.
      await database.read(platform, (db) => find(db, rescued))
      const company = await database.read(platform, findPlatformCompany)
      const passwords = createPasswords({ database, platformCompany: company?.id ?? '' })
      const password = randomPassword(passwordLength)
      const hash = await hashPassword(password)
      const user = await change(rescued, async (db, { companyId, id: userId }) => {
        await passwords.replace(db, { companyId, userId }, hash, true)
        const endedSessions = await endAllSessions(db, { companyId, userId }, 'reset')
        return { event: 'userPassword.replaced', after: { mustChange: true, endedSessions } }
      })
      await pardonFailures(database, user)
      const owner = { companyId: user.companyId, userId: user.id }
      return { password, asksForMore: await database.read(platform, (db) => asksForMore(db, owner)) }
    },

    /**
     * Removes all second steps.
     * @returns whether there were any
     */
    async resetSecondSteps(rescued: Rescued): Promise<boolean> {
      let isAny = false
      await change(rescued, async (db, { companyId, id: userId }) => {
        const before = await removeSecondSteps(db, { companyId, userId })
        isAny = Object.values(before).includes(true)
        return { event: 'securityItem.switched', before, after: { totp: false, sms: false, passkey: false } }
      })
      return isAny
    },

    /** Lets a user sign in who is locked, disabled or expired, or has failed too often. */
    async unlock(rescued: Rescued): Promise<void> {
      const user = await change(rescued, async (db, { companyId, id: userId }) => {
        const owner = { companyId, userId }
        const before = await storedStatus.audited(db, owner)
        const isExpired = before.expireTime !== null && Date.parse(before.expireTime) <= Date.now()
        const unlocked = { locked_at: null, locked_until: null, lock_reason: '', locked_by: null, status: 1 }
        await users.amend(db, owner, { ...unlocked, ...(isExpired && { expire_at: null }) }, system)
        return { event: 'user.unlocked', before, after: await storedStatus.audited(db, owner) }
      })
      await pardonFailures(database, user)
    },
  }
}
