import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { type ComparedKind, comparedKinds } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import * as z from 'zod/mini'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import { defineJob, type JobRun } from '../../../kernel/jobs/define-job.ts'
import { AppError } from '../../../kernel/scope.ts'
import { companyColumn } from '../archive/index.ts'
import { tenantsRepository } from '../tenants/index.ts'
import { findOwner } from './archive-owner.ts'
import type { ArchiveReader } from './archive-reader.ts'
import { comparedRowsRepository as rows } from './compared-rows.repository.ts'
import { type Counts, comparisonsRepository as repository } from './comparisons.repository.ts'
import type { ComparisonKey, Shape } from './compose-rows.repository.ts'
import { kinds, lineKey, tablesOf } from './kinds.ts'
import type { Line, OpenArchive } from './open-archive.ts'

const compared = z.object({ tenantId: z.uuid(), comparisonId: z.uuid(), fileId: z.uuid() })
type Compared = z.output<typeof compared>
/** Rows of all compared tables of an archive: more take too long beside everything else. */
const mostRows = 5_000_000

type Work = {
  job: Pick<JobRun<Compared>, 'transact'>
  key: ComparisonKey
  archive: OpenArchive
  shape: Shape
  companies: readonly string[]
}

const belongsTo = (companies: ReadonlySet<string>, table: string, { row }: Line) =>
  companies.has(String(row[companyColumn(table)]))

/** Stages the lines of a kind's tables, a batch after the other, until all have proved to be those that were signed. */
const stageKind = async ({ job, key, archive }: Work, name: ComparedKind) => {
  const own = new Set(archive.contents.companies)
  for (const table of tablesOf(kinds[name])) {
    const columns = lineKey(kinds[name], table)
    let seq = 0
    for await (const lines of archive.readRows(table)) {
      if (!lines.every((line) => belongsTo(own, table, line))) throw new AppError(recoveryErrors.damaged)
      const staged = lines.map(({ text, row }, at) => ({
        seq: seq + at,
        key: columns.map((column) => String(row[column])).join('/'),
        text,
      }))
      seq += lines.length
      await job.transact(async ({ db, count }) => {
        await rows.stage(db, key, table, staged)
        count({ ok: lines.length })
      })
    }
  }
}

/** Compares kind after kind, so that no more of an archive than a kind is in the database. */
const compareKinds = async (work: Work): Promise<Counts> => {
  const { job, key, shape, companies } = work
  const counts: Counts[number][] = []
  // A table that came later was not empty then.
  for (const kind of comparedKinds.filter((each) => kinds[each].table in shape.archived)) {
    await stageKind(work, kind)
    await job.transact(async ({ db }) => {
      counts.push({ kind, ...(await rows.compare(db, key, kind, { shape, companies })) })
      await rows.unstage(db, key, tablesOf(kinds[kind]))
    })
  }
  return counts
}

/** Compares an archive with what its tenant has now. A run that is resumed starts over. */
export const createCompareJob = ({ archives }: { archives: ArchiveReader }) => {
  const compare = async (job: JobRun<Compared>, archive: OpenArchive) => {
    const { tenantId, comparisonId } = job.data
    const key = { companyId: tenantId, comparisonId }
    const { contents } = archive
    const archived = Object.fromEntries(Object.entries(contents.tables).map(([table, { columns }]) => [table, columns]))
    const total = Object.values(kinds)
      .flatMap(tablesOf)
      .reduce((sum, table) => sum + (contents.tables[table]?.rows ?? 0), 0)
    if (total > mostRows) throw new AppError(recoveryErrors.tooLarge)
    const begun = await job.transact(async ({ db, count }) => {
      await extendTimeout(db, 5)
      const ofTenant = await tenantsRepository.listCompanyIds(db, tenantId)
      const companies = findOwner(contents, { tenantId, companies: ofTenant })
      await repository.begin(db, key, { time: contents.time, columns: archived, compared: companies })
      count({ total })
      return { companies, shape: { archived, present: await rows.readColumns(db) } }
    })
    const counts = await compareKinds({ job, key, archive, ...begun })
    await job.transact(async ({ db }) => void (await repository.finish(db, key, counts)))
  }

  return defineJob<Compared>({
    name: 'tenants.compare',
    data: compared,
    reach: 'platform',
    run: (job) => archives.withStored(job, job.data.fileId, (archive) => compare(job, archive)),
    retries: 1,
    concurrencyPerCompany: 1,
    endpoints: () => [recoveryContract.compareExport],
  })
}
