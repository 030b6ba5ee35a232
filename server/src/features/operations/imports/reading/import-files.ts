import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { ContentKey } from '../../../../kernel/files/file-store.ts'
import type { JobRun } from '../../../../kernel/jobs/define-job.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { OpenWorkbook } from '../../../../kernel/workbooks/open-workbook.ts'
import { workbookType } from '../../../../kernel/workbooks/write-workbook.ts'
import { attachToRun, type Files } from '../../../tenancy/files/index.ts'
import { errorsWorkbook } from '../errors/errors-workbook.ts'
import type { ImportPlan } from '../import-plan.ts'
import { importsRepository as repository, type StoredImport } from '../imports.repository.ts'
import { withWorkbook } from './open-import.ts'

/**
 * Opens a stored file for the time of some work, from a copy of its own.
 * @throws `notFound` if its bytes are missing
 */
export const withStoredWorkbook = async <T>(
  files: Files,
  key: ContentKey,
  work: (book: OpenWorkbook) => Promise<T>,
): Promise<T> => {
  const bytes = await files.read(key)
  if (!bytes) throw new AppError(kernelErrors.notFound)
  const received = await files.receive(bytes)
  try {
    return await withWorkbook(received.path, work)
  } finally {
    await received.discard()
  }
}

/** The sheet that is imported. */
export const chosenSheet = ({ sheets, sheet }: Pick<StoredImport, 'sheets' | 'sheet'>) => {
  const { at, name, header } = sheets[sheet] ?? { at: 0, name: '', header: 1 }
  return { at, name, header }
}

/** Leaves the workbook of errors with a run, if there are any. */
export const attachErrors = async <Data>(
  files: Files,
  run: Pick<JobRun<Data>, 'companyId' | 'actor' | 'transact'>,
  found: StoredImport,
  plan: ImportPlan,
): Promise<void> => {
  const { companyId, transact } = run
  const troubled = await transact(({ db }) => repository.troubled(db, { companyId, id: found.id }))
  if (troubled.length === 0) return
  const troubles = new Map(troubled.map((row) => [row.row, row]))
  const parts = { sheet: chosenSheet(found), columns: plan.columns, troubles }
  const name = `${found.fileName.replace(/\.[^.]+$/, '')}-错误.xlsx`
  await withStoredWorkbook(files, { companyId, sha256: found.sha256 }, async (book) =>
    attachToRun(files, run, 'errors', { name, type: workbookType, bytes: await errorsWorkbook({ ...parts, book }) }),
  )
}
