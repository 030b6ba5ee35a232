import { passwordPoliciesErrors } from '@atrium/contract/features/identity/password-policies/password-policies.errors.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { validatePassword } from '@atrium/contract/kernel/password-rules.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { hashPassword, passwordMatches } from '../../../kernel/password-hash.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { isBlocklistedPassword } from './password-blocklist.ts'
import { passwordExpiry } from './password-expiry.ts'
import { passwordHistoryRepository as history } from './password-history.repository.ts'
import { createPolicies } from './policies.service.ts'

/** The longest history a policy may ask for. */
const maxHistory = 24

type Owner = { companyId: string; userId: string }
type NewPassword = {
  companyId: string
  /** User whose former passwords are compared; omitted for new accounts. */
  userId?: string
  currentHash?: string
  /** Texts the password must not contain: account, name, company. */
  words: string[]
  password: string
  /** Form field that errors refer to. */
  field: string
}
export type Passwords = ReturnType<typeof createPasswords>

const refuse = (spec: ErrorSpec, field: string) => {
  throw refusalAt(spec, field)
}
/** Two Latin letters occur by chance; two Chinese characters are a name. */
const isSignificant = (word: string) => word.length >= (/\p{Script=Han}/u.test(word) ? 2 : 4)
const containsAny = (words: string[], password: string) => {
  const lower = password.toLowerCase()
  return words.some((word) => isSignificant(word) && lower.includes(word.toLowerCase()))
}

/** Validation and expiry of passwords (decision 21). */
export const createPasswords = ({ database, platformCompany }: { database: Database; platformCompany: string }) => {
  const policies = createPolicies({ database, platformCompany })

  /**
   * Cheap checks first; hash comparisons come later.
   * @returns the policy
   */
  const checkPolicy = async ({ companyId, words, password, field }: NewPassword) => {
    const policy = await policies.getPolicy(companyId)
    const msg = validatePassword(password, policy)
    if (msg !== undefined) refuse({ code: signInErrors.weakPassword.code, msg }, field)
    if (containsAny(words, password)) refuse(passwordPoliciesErrors.personal, field)
    if (await isBlocklistedPassword(password)) refuse(signInErrors.knownPassword, field)
    return policy
  }
  /** One comparison at a time, so that sign-ins are not starved of hashing slots. */
  const refuseReused = async (owner: Owner, count: number, { password, field }: NewPassword) => {
    const hashes = await database.transact({ reach: 'platform' }, (db) => history.listLatest(db, owner, count))
    const used = { ...signInErrors.usedPassword, msg: t('不能使用最近 {count} 次用过的密码', { count }) }
    for (const hash of hashes) if (await passwordMatches(hash, password)) refuse(used, field)
  }

  return {
    policies,
    getPolicy: policies.getPolicy,

    /**
     * Checks a new password against the company's policy, the blocklist, personal words, the current and former
     * passwords. Must not run inside a transaction.
     * @returns its hash
     * @throws `weakPassword`, `personal`, `knownPassword`, `samePassword`, `usedPassword` at the field, and `busy`
     */
    async validateAndHash(newPassword: NewPassword): Promise<string> {
      const { companyId, userId, currentHash, password, field } = newPassword
      const { history: count } = await checkPolicy(newPassword)
      if (currentHash !== undefined && (await passwordMatches(currentHash, password)))
        refuse(signInErrors.samePassword, field)
      if (userId !== undefined && count > 0) await refuseReused({ companyId, userId }, count, newPassword)
      return hashPassword(password)
    },

    /** Sets a user's password in the caller's transaction; the previous one joins the history. */
    async replace(db: Db, owner: Owner, hash: string, mustChange = false): Promise<void> {
      await history.archiveCurrent(db, owner)
      await history.prune(db, owner, maxHistory)
      await users.setPassword(db, owner.companyId, owner.userId, hash, mustChange)
    },

    /** Expiry of a password under a policy, by its age. */
    getExpiry: passwordExpiry,
  }
}
