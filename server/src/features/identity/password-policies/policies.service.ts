import { defaultPolicy } from '@atrium/contract/features/identity/password-policies/default-policy.ts'
import { passwordPoliciesErrors } from '@atrium/contract/features/identity/password-policies/password-policies.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { createCache } from '../../../kernel/cache.ts'
import { assertVersion, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { consistentPolicy, maxLengthByKind, mergedPolicy, type OwnRules } from './merged-policy.ts'
import { passwordPoliciesRepository as repository } from './password-policies.repository.ts'

/** Upper bound on how late another node's change takes effect here (decision 17). */
const cacheTtlMs = 1000

type Ports = { database: Database; platformCompany: string }
type Write = OwnRules & { version: number }

const noOwnRules: OwnRules = { kind: null, min: null, max: null, history: null, expireDays: null, remindDays: null }
const pickRules = ({ kind, min, max, history, expireDays, remindDays }: OwnRules): OwnRules => ({
  kind,
  min,
  max,
  history,
  expireDays,
  remindDays,
})

const refuse = (spec: ErrorSpec, field: string) => {
  throw refusalAt(spec, field)
}
/** Rejects rules that contradict each other once merged with the inherited ones. */
const refuseContradiction = (inherited: PasswordPolicy, own: OwnRules) => {
  const { kind, min, max, expireDays, remindDays } = mergedPolicy(inherited, own)
  if (own.max !== null && own.max > maxLengthByKind[kind]) refuse(passwordPoliciesErrors.tooLongForKind, 'max')
  if (min > Math.min(max, maxLengthByKind[kind])) refuse(passwordPoliciesErrors.minAboveMax, 'min')
  if (expireDays > 0 && remindDays > expireDays) refuse(passwordPoliciesErrors.remindAboveExpiry, 'remindDays')
}

/** Effective rules: a company's own, else the platform company's, else the product's. */
export const createPolicies = ({ database, platformCompany }: Ports) => {
  const cache = createCache<string, PasswordPolicy>(10_000, { ttl: cacheTtlMs })

  const readInheritedPolicy = async (db: Db, companyId: string): Promise<PasswordPolicy> =>
    companyId === platformCompany
      ? defaultPolicy
      : consistentPolicy(mergedPolicy(defaultPolicy, await repository.platformRules(db)))

  const load = async (db: Db, companyId: string): Promise<PasswordPolicy> => {
    const [inherited, own] = await Promise.all([readInheritedPolicy(db, companyId), repository.find(db, companyId)])
    const policy = consistentPolicy(mergedPolicy(inherited, own))
    cache.set(companyId, policy)
    return policy
  }

  /** The stored rules, locked for update; version 0 without a row. */
  const lockOwnRules = async (db: Db, companyId: string) => ({
    id: companyId,
    ...noOwnRules,
    version: 0,
    ...(await repository.findForUpdate(db, companyId)),
  })

  return {
    /** Takes the transaction to read in, if any; with any reach. */
    async getPolicy(companyId: string, db?: Db): Promise<PasswordPolicy> {
      const policy = cache.get(companyId)
      if (policy) return policy
      return db ? load(db, companyId) : database.transact({ reach: 'platform' }, (own) => load(own, companyId))
    },

    async get({ db, actor: { companyId } }: RequestScope) {
      const [inherited, own] = await Promise.all([readInheritedPolicy(db, companyId), repository.find(db, companyId)])
      return {
        own: pickRules(own ?? noOwnRules),
        inherited,
        effective: consistentPolicy(mergedPolicy(inherited, own)),
        platform: companyId === platformCompany,
        updateTime: own?.updateTime ?? null,
        updateBy: own?.updateBy ?? null,
        version: own?.version ?? 0,
      }
    },

    /** Throws what `refuseContradiction` throws, and `versionConflict` with the current rules. */
    async update(scope: RequestScope, { version, ...own }: Write) {
      const { db } = scope
      const { companyId } = scope.actor
      const before = await lockOwnRules(db, companyId)
      assertVersion(before, version)
      refuseContradiction(await readInheritedPolicy(db, companyId), own)
      if (before.version > 0) await repository.update(db, companyId, own, toAuthor(scope))
      else if (!(await repository.insert(db, companyId, own, toAuthor(scope))))
        assertVersion(await lockOwnRules(db, companyId), version)
      scope.note({ entityId: companyId, entityName: '密码规则', before: pickRules(before), after: own })
      // Companies that inherit from the platform company are affected as well.
      scope.afterCommit(() => cache.clear())
      return null
    },
  }
}
