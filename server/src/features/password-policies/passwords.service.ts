import { passwordPoliciesErrors } from '@atrium/contract/features/password-policies/password-policies.errors.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { problemWithPassword } from '@atrium/contract/kernel/password-rules.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { refusalAt } from '../../kernel/scope.ts'
import { hashPassword, passwordMatches, users } from '../users/index.ts'
import { isKnownPassword } from './known-passwords.ts'
import { passwordHistoryRepository as history } from './password-history.repository.ts'
import { passwordStanding } from './password-standing.ts'
import { createPolicies } from './policies.service.ts'

/** The longest history a policy may ask for. */
const longestHistory = 24

type Owner = { companyId: string; userId: string }
type NewPassword = {
  companyId: string
  /** Whose former passwords must not return; nobody's for a new account. */
  userId?: string
  currentHash?: string
  /** What the password must not contain: account, name, company. */
  words: string[]
  password: string
  /** The form field that is told what is wrong. */
  field: string
}
export type Passwords = ReturnType<typeof createPasswords>

const refuse = (spec: ErrorSpec, field: string) => {
  throw refusalAt(spec, field)
}
/** Two letters of Latin script occur by chance; two Chinese characters are a name. */
const isTelling = (word: string) => word.length >= (/\p{Script=Han}/u.test(word) ? 2 : 4)
const containsOne = (words: string[], password: string) => {
  const lower = password.toLowerCase()
  return words.some((word) => isTelling(word) && lower.includes(word.toLowerCase()))
}

/** Everything a new password goes through, and how long an old one is good. */
export const createPasswords = ({ database, platformCompany }: { database: Database; platformCompany: string }) => {
  const policies = createPolicies({ database, platformCompany })

  /** The policy a password has passed; slow comparisons come later. */
  const judge = async ({ companyId, words, password, field }: NewPassword) => {
    const policy = await policies.policyOf(companyId)
    const msg = problemWithPassword(password, policy)
    if (msg !== undefined) refuse({ code: signInErrors.weakPassword.code, msg }, field)
    if (containsOne(words, password)) refuse(passwordPoliciesErrors.personal, field)
    if (await isKnownPassword(password)) refuse(signInErrors.knownPassword, field)
    return policy
  }
  /** One comparison after the other: each takes its turn among everybody's sign-ins. */
  const refuseFormer = async (owner: Owner, count: number, { password, field }: NewPassword) => {
    const hashes = await database.transact({ reach: 'platform' }, (db) => history.latest(db, owner, count))
    const used = { ...signInErrors.usedPassword, msg: `不能使用最近${count}次用过的密码` }
    for (const hash of hashes) if (await passwordMatches(hash, password)) refuse(used, field)
  }

  return {
    policies,
    policyOf: policies.policyOf,

    /**
     * Judges a new password by the company's policy, the well-known ones, what it contains, the current one and former
     * ones; never call it inside a transaction. Out: its hash. Throws `weakPassword`, `personal`, `knownPassword`,
     * `samePassword`, `usedPassword`, each at the field, and `busy`.
     */
    async accept(wanted: NewPassword): Promise<string> {
      const { companyId, userId, currentHash, password, field } = wanted
      const { history: count } = await judge(wanted)
      if (currentHash !== undefined && (await passwordMatches(currentHash, password)))
        refuse(signInErrors.samePassword, field)
      if (userId !== undefined && count > 0) await refuseFormer({ companyId, userId }, count, wanted)
      return hashPassword(password)
    },

    /** Makes it somebody's password in the caller's transaction; the one before joins the former ones. */
    async replace(db: Db, owner: Owner, hash: string, mustChange = false): Promise<void> {
      await history.keepCurrent(db, owner)
      await history.prune(db, owner, longestHistory)
      await users.setPassword(db, owner.companyId, owner.userId, hash, mustChange)
    },

    /** Where a password of that age stands under a policy. */
    standing: passwordStanding,
  }
}
