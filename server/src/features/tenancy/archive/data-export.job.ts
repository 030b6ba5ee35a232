import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import * as z from 'zod/mini'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { defineJob, type JobRun } from '../../../kernel/jobs/define-job.ts'
import { attachToRun, type Files } from '../files/index.ts'
import { tenantsRepository } from '../tenants/index.ts'
import { companyDataRepository } from './company-data.repository.ts'
import { type Archived, createDataArchive } from './data-archive.ts'

/** Between two batches that save the progress, and can end the run. */
const batchMs = 500
const exported = z.object({ tenantId: z.uuid(), fileName: z.string() })
type Export = z.output<typeof exported>
/** Its runs are found by this name. */
export const exportJobName = 'tenants.export'
type Ports = Pick<BasePorts, 'database' | 'fileStore' | 'secrets'> & { files: Files }

/**
 * Exports the data of a tenant into a file. The archive is one snapshot, so a run that is paused starts over when it is
 * resumed.
 */
export const createDataExportJob = ({ database, fileStore, secrets, files }: Ports) => {
  const { content, archive: segments } = fileStore
  const archive = createDataArchive({ database, content, archive: segments, secrets })

  /** The archive's bytes, with a batch in between from time to time. */
  const watched = async function* (archived: Archived, transact: JobRun['transact']) {
    let rows = 0
    let nextBatch = performance.now() + batchMs
    const saveRows = () =>
      transact(async ({ count }) => {
        count({ ok: rows })
        rows = 0
      })
    const countRows = (many: number) => {
      rows += many
    }
    for await (const bytes of archive(archived, countRows)) {
      if (performance.now() > nextBatch) {
        await saveRows()
        nextBatch = performance.now() + batchMs
      }
      yield bytes
    }
    await saveRows()
  }

  const run = async (job: JobRun<Export>) => {
    const { tenantId, fileName } = job.data
    const { transact } = job
    const companies = await transact(async ({ db, count }) => {
      await extendTimeout(db, 1)
      const ids = await tenantsRepository.listCompanyIds(db, tenantId)
      count({ total: await companyDataRepository.countRows(db, ids) })
      return ids
    })
    const bytes = watched({ companies, tenant: tenantId }, transact)
    await attachToRun(files, job, 'result', { name: fileName, type: 'application/zip', bytes })
  }
  return defineJob<Export>({
    name: exportJobName,
    data: exported,
    reach: 'platform',
    run,
    retries: 1,
    concurrency: 2,
    concurrencyPerCompany: 2,
    endpoints: () => [archiveContract.exportData],
  })
}
