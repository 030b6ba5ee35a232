import { t } from '@atrium/contract/kernel/texts.ts'
import { runInLanguage } from '../../../../kernel/call-context.ts'
import type { JobRun } from '../../../../kernel/jobs/define-job.ts'
import { workbookType } from '../../../../kernel/workbooks/write-workbook.ts'
import { attachToRun, type Files } from '../../../tenancy/files/index.ts'
import type { ImportPlan } from '../import-plan.ts'
import { importsRepository as repository, type StoredImport } from '../imports.repository.ts'
import { chosenSheet, withStoredWorkbook } from '../reading/stored-workbook.ts'
import { errorsWorkbook } from './errors-workbook.ts'

/** Leaves the workbook of errors with a run, if there are any. */
export const attachErrors = async <Data>(
  files: Files,
  run: Pick<JobRun<Data>, 'companyId' | 'actor' | 'transact' | 'language'>,
  found: StoredImport,
  plan: ImportPlan,
): Promise<void> => {
  const { companyId, transact } = run
  const troubled = await transact(({ db }) => repository.troubled(db, { companyId, id: found.id }))
  if (troubled.length === 0) return
  const troubles = new Map(troubled.map((row) => [row.row, row]))
  const parts = { sheet: chosenSheet(found), columns: plan.columns, troubles }
  const name = runInLanguage(run.language, () =>
    t('{fileName}-错误.xlsx', { fileName: found.fileName.replace(/\.[^.]+$/, '') }),
  )
  await withStoredWorkbook(files, { companyId, sha256: found.sha256 }, async (book) =>
    attachToRun(files, run, 'errors', {
      name,
      type: workbookType,
      bytes: await runInLanguage(run.language, () => errorsWorkbook({ ...parts, book })),
    }),
  )
}
