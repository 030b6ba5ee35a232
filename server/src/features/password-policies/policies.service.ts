import { defaultPolicy } from '@atrium/contract/features/password-policies/default-policy.ts'
import { passwordPoliciesErrors } from '@atrium/contract/features/password-policies/password-policies.errors.ts'
import type { PasswordPolicy } from '@atrium/contract/features/password-policies/password-policy.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import { personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { inAgreement, longest, mergedPolicy, type OwnRules } from './merged-policy.ts'
import { passwordPoliciesRepository as repository } from './password-policies.repository.ts'

/** How long a node believes what it read: the bound on how late another node's change takes effect here. */
const believedMs = 1000

type Ports = { database: Database; platformCompany: string }
type Write = OwnRules & { version: number }

const nothingOwn: OwnRules = { kind: null, min: null, max: null, history: null, expireDays: null, remindDays: null }
const rulesOf = ({ kind, min, max, history, expireDays, remindDays }: OwnRules): OwnRules => ({
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
/** Refuses rules that contradict each other once they are put over what they inherit. */
const refuseContradiction = (inherited: PasswordPolicy, own: OwnRules) => {
  const { kind, min, max, expireDays, remindDays } = mergedPolicy(inherited, own)
  if (own.max !== null && own.max > longest[kind]) refuse(passwordPoliciesErrors.tooLongForKind, 'max')
  if (min > Math.min(max, longest[kind])) refuse(passwordPoliciesErrors.minAboveMax, 'min')
  if (expireDays > 0 && remindDays > expireDays) refuse(passwordPoliciesErrors.remindAboveExpiry, 'remindDays')
}

/** Which rules hold where: a company's own, else the platform company's, else the product's. */
export const createPolicies = ({ database, platformCompany }: Ports) => {
  const believed = new LRUCache<string, PasswordPolicy>({ max: 10_000, ttl: believedMs })

  const inheritedBy = async (db: Db, companyId: string): Promise<PasswordPolicy> =>
    companyId === platformCompany
      ? defaultPolicy
      : inAgreement(mergedPolicy(defaultPolicy, await repository.platformRules(db)))

  const load = async (db: Db, companyId: string): Promise<PasswordPolicy> => {
    const [inherited, own] = await Promise.all([inheritedBy(db, companyId), repository.find(db, companyId)])
    const policy = inAgreement(mergedPolicy(inherited, own))
    believed.set(companyId, policy)
    return policy
  }

  /** The row an editor has to have seen; a company without one stands at version 0. */
  const held = async (db: Db, companyId: string) => ({
    id: companyId,
    ...nothingOwn,
    version: 0,
    ...(await repository.hold(db, companyId)),
  })

  return {
    /** In: the transaction's connection, for whoever holds one; with whatever sight. */
    async policyOf(companyId: string, db?: Db): Promise<PasswordPolicy> {
      const policy = believed.get(companyId)
      if (policy) return policy
      return db ? load(db, companyId) : database.transact({ reach: 'platform' }, (own) => load(own, companyId))
    },

    async get({ db, actor: { companyId } }: RequestScope) {
      const [inherited, own] = await Promise.all([inheritedBy(db, companyId), repository.find(db, companyId)])
      return {
        own: rulesOf(own ?? nothingOwn),
        inherited,
        effective: inAgreement(mergedPolicy(inherited, own)),
        platform: companyId === platformCompany,
        updateTime: own?.updateTime ?? null,
        updateBy: own?.updateBy ?? null,
        version: own?.version ?? 0,
      }
    },

    /** Throws what `refuseContradiction` throws, and `versionConflict` with the rules as they stand. */
    async update(scope: RequestScope, { version, ...own }: Write) {
      const { db } = scope
      const { companyId } = scope.actor
      const before = await held(db, companyId)
      refuseStale(before, version)
      refuseContradiction(await inheritedBy(db, companyId), own)
      if (before.version > 0) await repository.update(db, companyId, own, personOf(scope))
      else if (!(await repository.insert(db, companyId, own, personOf(scope))))
        refuseStale(await held(db, companyId), version)
      scope.note({ entityId: companyId, entityName: '密码规则', before: rulesOf(before), after: own })
      // Whoever inherits from the platform company is concerned as well.
      scope.afterCommit(() => believed.clear())
      return null
    },
  }
}
