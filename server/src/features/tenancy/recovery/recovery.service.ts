import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type {
  Comparison,
  DifferencesQuery,
  Restoration,
  RestoreImpact,
  TrialClone,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { maxDifferences } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { startRun } from '../../../kernel/jobs/enqueue-job.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Files } from '../files/index.ts'
import { assertPlatformActor, isCompanyNameTaken, tenantsRepository } from '../tenants/index.ts'
import { findOwner } from './archive-owner.ts'
import type { createCloneJob } from './cloning/clone.job.ts'
import type { createCompareJob } from './compare.job.ts'
import { comparisonsRepository as repository } from './comparisons.repository.ts'
import { withArchive } from './open-archive.ts'
import type { createRestoreJob } from './restore.job.ts'

type Ports = {
  database: Database
  files: Files
  secrets: Pick<Secrets, 'isSigned'>
  jobs: {
    compare: ReturnType<typeof createCompareJob>
    restore: ReturnType<typeof createRestoreJob>
    clone: ReturnType<typeof createCloneJob>
  }
}
type Caller = Pick<RequestScope, 'db' | 'actor'>
/** For an error that was not meant for people; the log of the node has it. */
const unexpected = '比较过程中发生错误，请重试；仍然失败时请联系系统管理员'
const noCounts = { restored: 0, refused: 0, undone: 0, kept: 0 }

/** What an operator does with an earlier archive of a tenant. */
export const createRecovery = ({ database, files, secrets, jobs }: Ports) => {
  /**
   * The tenant of a top company.
   * @throws `platformOnly`, `notFound` and `subsidiary`
   */
  const findTenant = async (db: Db, actor: Actor, id: string) => {
    assertPlatformActor(actor)
    const tenant = orNotFound(await tenantsRepository.find(db, id))
    if (tenant.companyId !== id) throw new AppError(companiesErrors.subsidiary)
    return { id, name: tenant.companyName }
  }
  type Tenant = Awaited<ReturnType<typeof findTenant>>

  const start = async ({ db, actor }: Caller, tenant: Tenant, { fileId, name }: { fileId: string; name: string }) => {
    const comparisonId = newId()
    const data = { tenantId: tenant.id, comparisonId, fileId }
    const shown = { kind: 'export', title: fillSource('比较公司数据：{name}', { name: tenant.name }) } as const
    const runId = await startRun({ db, actor }, jobs.compare, data, shown)
    const run = { companyId: actor.companyId, runId }
    await repository.insert(db, { companyId: tenant.id, comparisonId, name, run, by: toAuthor({ actor }) })
    return { id: comparisonId }
  }

  /** Throws what `withArchive` throws, and `otherCompany`. */
  const assertOwnArchive = async (path: string, tenant: Tenant) => {
    const companies = await database.read({ reach: 'platform' }, (db) =>
      tenantsRepository.listCompanyIds(db, tenant.id),
    )
    await withArchive(path, secrets, async ({ contents }) => {
      findOwner(contents, { tenantId: tenant.id, companies })
    })
  }

  return {
    async archives({ db, actor }: RequestScope, id: string) {
      const tenant = await findTenant(db, actor, id)
      const archives = await repository.listExports(db, actor.companyId, tenant.id)
      return { archives, comparisons: await repository.list(db, tenant.id) }
    },

    /** Throws `noSuchExport` for one that is another tenant's, or whose result is gone. */
    async compareExport(scope: RequestScope, id: string, { runId }: { runId: string }) {
      const { db, actor } = scope
      const tenant = await findTenant(db, actor, id)
      const found = await repository.findExport(db, { companyId: actor.companyId, runId }, tenant.id)
      if (!found) throw new AppError(recoveryErrors.noSuchExport)
      scope.note({ entityId: tenant.id, entityName: tenant.name, after: { name: found.name } })
      return start(scope, tenant, found)
    },

    /** Throws what `withArchive` throws, `otherCompany`, and `storageLimit`. */
    async compareFile(scope: DetachedScope<Actor>, id: string, _body: object, file: SpooledFile) {
      const { actor } = scope
      const tenant = await database.read({ reach: 'platform' }, (db) => findTenant(db, actor, id))
      await assertOwnArchive(file.path, tenant)
      const { sha256, size } = file
      await files.keep(actor.companyId, { ...file, discard: async () => undefined })
      const name = file.name.slice(0, 200)
      const stored = { companyId: actor.companyId, name, purpose: 'job', type: 'application/zip', sha256, size }
      return scope.commit(async (db) => {
        const fileId = await files.add(db, { ...stored, by: toAuthor(scope) })
        scope.note({ entityId: tenant.id, entityName: tenant.name, after: { name, bytes: size, sha256 } })
        return start({ db, actor }, tenant, { fileId, name })
      })
    },

    async comparison({ db, actor }: RequestScope, id: string, comparisonId: string): Promise<Comparison> {
      const tenant = await findTenant(db, actor, id)
      const key = { companyId: tenant.id, comparisonId }
      const { counts, refusal, ...found } = orNotFound(await repository.find(db, key))
      const problem = found.state === 'failed' ? (refusal ?? unexpected) : ''
      const outcomes = counts ? await repository.countOutcomes(db, key) : noCounts
      return { ...found, problem, kinds: [...(counts ?? [])], outcomes }
    },

    async differences({ db, actor }: RequestScope, companyId: string, comparisonId: string, query: DifferencesQuery) {
      assertPlatformActor(actor)
      assertPageDepth(query)
      return repository.differences(db, { companyId, comparisonId }, query)
    },

    /**
     * Shows what will be put back, then starts the run that does it.
     * @throws `notCompared`, `nothingToRestore` and `tooManyToRestore`
     */
    async restore(scope: RequestScope, id: string, comparisonId: string, { parts }: Restoration) {
      const { db, actor } = scope
      const tenant = await findTenant(db, actor, id)
      const key = { companyId: tenant.id, comparisonId }
      const { counts } = orNotFound(await repository.findStored(db, key))
      if (!counts) throw new AppError(recoveryErrors.notCompared)
      for (const { kind, changes, rows } of parts) {
        const found = counts.find((each) => each.kind === kind)
        if (!rows && changes.some((change) => (found?.[change] ?? 0) > maxDifferences))
          throw new AppError(recoveryErrors.tooManyToRestore)
      }
      const chosen: RestoreImpact['parts'] = []
      for (const part of parts) chosen.push(await repository.choose(db, key, part, null))
      const total = chosen.reduce((sum, { changed, deleted }) => sum + changed + deleted, 0)
      if (total === 0) throw new AppError(recoveryErrors.nothingToRestore)
      scope.confirm({ companyName: tenant.name, parts: chosen })
      const shown = { kind: 'import', title: fillSource('恢复公司数据：{name}', { name: tenant.name }), total } as const
      const runId = await startRun(scope, jobs.restore, { tenantId: tenant.id, comparisonId }, shown)
      for (const part of parts) await repository.choose(db, key, part, runId)
      await repository.setRestoreRun(db, key, runId)
      const after = Object.fromEntries(chosen.map(({ kind, changed, deleted }) => [kind, changed + deleted]))
      scope.note({ entityId: tenant.id, entityName: tenant.name, after })
      return { id: runId }
    },

    /**
     * Makes a trial company from a compared archive, by a run.
     * @throws `notCompared`, `nameTaken` and `noSuchExport`
     */
    async clone(scope: RequestScope, id: string, comparisonId: string, clone: TrialClone) {
      const { db, actor } = scope
      const tenant = await findTenant(db, actor, id)
      const found = orNotFound(await repository.findStored(db, { companyId: tenant.id, comparisonId }))
      if (!found.counts) throw new AppError(recoveryErrors.notCompared)
      if (await isCompanyNameTaken(db, clone.name)) throw refusalAt(companiesErrors.nameTaken, 'name')
      const fileId = await repository.findSource(db, { companyId: tenant.id, comparisonId })
      if (!fileId) throw new AppError(recoveryErrors.noSuchExport)
      const shown = { kind: 'import', title: fillSource('克隆试用公司：{name}', { name: clone.name }) } as const
      const runId = await startRun(scope, jobs.clone, { tenantId: tenant.id, fileId, clone }, shown)
      const after = { name: clone.name, days: clone.days, account: clone.account }
      scope.note({ entityId: tenant.id, entityName: tenant.name, after })
      return { id: runId }
    },
  }
}
