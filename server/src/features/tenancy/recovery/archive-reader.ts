import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { JobRun } from '../../../kernel/jobs/define-job.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Files } from '../files/index.ts'
import { comparisonsRepository as repository } from './comparisons.repository.ts'
import { type OpenArchive, withArchive } from './open-archive.ts'

/** Reads stored archives for runs, and keeps each as long as the files of its run. */
export const createArchiveReader = ({ files, secrets }: { files: Files; secrets: Pick<Secrets, 'isSigned'> }) => ({
  /**
   * Opens an archive from a copy of its own, as its bytes may be in a bucket. Takes the run, whose company has the file.
   * @throws `noSuchExport` without its bytes, and what `withArchive` throws
   */
  async withStored(
    { companyId, transact }: Pick<JobRun<unknown>, 'companyId' | 'transact'>,
    fileId: string,
    work: (archive: OpenArchive) => Promise<void>,
  ): Promise<void> {
    const content = await transact(async ({ db, attach }) => {
      const found = orNotFound(await repository.findContent(db, companyId, fileId))
      await attach('source', fileId)
      return found
    })
    const bytes = await files.read(content)
    if (!bytes) throw new AppError(recoveryErrors.noSuchExport)
    const received = await files.receive(bytes)
    try {
      await withArchive(received.path, secrets, work)
    } finally {
      await received.discard()
    }
  },
})
export type ArchiveReader = ReturnType<typeof createArchiveReader>
