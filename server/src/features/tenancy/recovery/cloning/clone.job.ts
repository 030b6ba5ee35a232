import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { recoveryContract, trialClone } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import { orNotFound, toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import type { Database, Db } from '../../../../kernel/db/database.ts'
import { newId, newToken } from '../../../../kernel/ids.ts'
import { defineJob, type JobRun } from '../../../../kernel/jobs/define-job.ts'
import { hashPassword } from '../../../../kernel/password-hash.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { Authorization } from '../../../access/authorization/index.ts'
import { assertUserLimit, companiesRepository, isCompanyNameTaken, tenantsRepository } from '../../tenants/index.ts'
import type { ArchiveReader } from '../archive-reader.ts'
import type { OpenArchive } from '../open-archive.ts'
import { cloneRepository as repository } from './clone.repository.ts'
import { createCloneIds } from './clone-ids.ts'
import { createRowCloner, type Parents, type Row, type RowCloner } from './clone-rows.ts'
import { type ClonedTableName, clonedTables } from './cloned-columns.ts'

const cloned = z.object({ tenantId: z.uuid(), fileId: z.uuid(), clone: trialClone })
type Cloned = z.output<typeof cloned>
/** Rows of all cloned tables of an archive: they are written in one transaction. */
const mostRows = 1_000_000
/** Between two looks whether the run goes on. */
const watchMs = 500

type NewAdministrator = {
  companyId: string
  id: string
  account: string
  name: string
  passwordHash: string
  mustChange: true
  by: Person
}
/** What a clone needs of the features above. */
export type ClonePorts = {
  users: {
    /** Adds its administrator. Returns false if the account is taken. */
    addUser(db: Db, administrator: NewAdministrator): Promise<boolean>
    /** Gives users the names to sign in with that their rows have, which must be free. */
    reserveAccounts(db: Db, companies: readonly string[]): Promise<void>
  }
  authorization: Pick<Authorization, 'assignCompanyAdmin'>
}
type Ports = ClonePorts & { database: Database; archives: ArchiveReader }
type Work = {
  db: Db
  archive: OpenArchive
  cloner: RowCloner
  passwordHash: string
  onRows(many: number): Promise<void>
}

/** What rows of a table have beside what they are cloned from. */
const filled = (table: ClonedTableName, row: Row, { passwordHash }: Work): Row =>
  table === 'users' ? { ...row, password_hash: passwordHash, must_change_password: true } : row

/** Rows by their level: what a company takes from its parent has to be there. */
function* inLevels(parents: Parents): Generator<Parents> {
  let rest = parents
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ id }) => id))
    const level = rest.filter(({ parent }) => !waiting.has(parent))
    // None in an archive: a row is not below itself.
    if (level.length === 0) return
    yield level
    rest = rest.filter(({ parent }) => waiting.has(parent))
  }
}

const cloneTable = async (work: Work, table: ClonedTableName, toRow: (row: Row) => Row) => {
  const { db, archive, cloner, onRows } = work
  for await (const lines of archive.readRows(table)) {
    const rows = lines.flatMap(({ row }): Row[] => {
      const made = cloner.cloneRow(table, row)
      return made ? [toRow(filled(table, made, work))] : []
    })
    await repository.insert(db, table, rows)
    await onRows(lines.length)
  }
  for (const level of inLevels(cloner.takeParents())) await repository.setParents(db, table, level)
}

/** Makes a trial company from an archive: its structure with other ids, and people without their names and ways in. */
export const createCloneJob = ({ users, authorization, database, archives }: Ports) => {
  const addAdministrator = async (db: Db, companyId: string, { clone }: Cloned, hash: string, by: Person) => {
    await assertUserLimit(db, companyId)
    const id = newId()
    const { account, adminName: name } = clone
    if (!(await users.addUser(db, { companyId, id, account, name, passwordHash: hash, mustChange: true, by })))
      throw new AppError(usersErrors.accountTaken)
    await authorization.assignCompanyAdmin(db, companyId, id)
    await companiesRepository.setAdministrator(db, companyId, id)
  }

  const writeClone = async (
    work: Work,
    { data, id: runId, by }: Pick<JobRun<Cloned>, 'data' | 'id'> & { by: Person },
  ) => {
    const { db, archive, passwordHash } = work
    const { clone, tenantId } = data
    const ids = createCloneIds(runId)
    const top = ids.mapId(tenantId)
    if (await isCompanyNameTaken(db, clone.name)) throw new AppError(companiesErrors.nameTaken)
    const { planId } = orNotFound(await tenantsRepository.find(db, tenantId))
    let below = 0
    const nameCompany = (row: Row): Row => {
      if (row.id === top) return { ...row, name: clone.name }
      below += 1
      return { ...row, name: t('{name}（下级 {below}）', { name: clone.name, below }) }
    }
    for (const table of clonedTables) {
      await cloneTable(work, table, table === 'companies' ? nameCompany : (row) => row)
      if (table === 'companies') await repository.insertTrial(db, { companyId: top, planId, days: clone.days, by })
    }
    await users.reserveAccounts(db, archive.contents.companies.map(ids.mapId))
    await addAdministrator(db, top, data, passwordHash, by)
    return top
  }

  const cloneArchive = async (job: JobRun<Cloned>, archive: OpenArchive) => {
    const { contents } = archive
    if (contents.tenant !== job.data.tenantId) throw new AppError(recoveryErrors.otherCompany)
    const total = clonedTables.reduce((sum, table) => sum + (contents.tables[table]?.rows ?? 0), 0)
    if (total > mostRows) throw new AppError(recoveryErrors.tooLarge)
    const passwordHash = await hashPassword(newToken())
    const by = await job.transact(async ({ caller, count }) => {
      count({ total })
      return caller ? toAuthor({ actor: caller }) : { id: '', name: '' }
    })
    let [waiting, nextLook] = [0, performance.now() + watchMs]
    const onRows = async (many: number) => {
      waiting += many
      if (performance.now() < nextLook) return
      const rows = waiting
      waiting = 0
      await job.transact(async ({ count }) => count({ ok: rows }))
      nextLook = performance.now() + watchMs
    }
    // All of it or nothing: the transaction is rolled back when the run is cancelled.
    await database.transact({ reach: 'platform' }, async (db) => {
      await repository.begin(db)
      const ids = createCloneIds(job.id)
      // An attempt before has made it, and did not get to say so.
      if (await repository.isThere(db, ids.mapId(job.data.tenantId))) return
      const cloner = createRowCloner(ids, await repository.readKnown(db))
      await writeClone({ db, archive, cloner, passwordHash, onRows }, { ...job, by })
    })
    await job.transact(async ({ count, log }) => {
      count({ ok: waiting })
      const { clone } = job.data
      await log(
        t('已建立试用公司“{name}”，管理员账号 {account}，请在公司管理中重置其密码', {
          name: clone.name,
          account: clone.account,
        }),
      )
    })
  }

  return defineJob<Cloned>({
    name: 'tenants.clone',
    data: cloned,
    reach: 'platform',
    run: (job) => archives.withStored(job, job.data.fileId, (archive) => cloneArchive(job, archive)),
    retries: 1,
    concurrencyPerCompany: 1,
    endpoints: () => [recoveryContract.clone],
  })
}
