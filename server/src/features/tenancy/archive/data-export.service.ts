import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { fillSource, t } from '@atrium/contract/kernel/texts.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { startRun } from '../../../kernel/jobs/enqueue-job.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertPlatformActor, tenantsRepository as repository } from '../tenants/index.ts'
import type { createDataExportJob } from './data-export.job.ts'

/** In names of files. */
const reserved = /[\\/:*?"<>|]/g

/** Data export of a tenant, in every state until erasure. */
export const createDataExport =
  (job: ReturnType<typeof createDataExportJob>) =>
  async (scope: RequestScope, id: string): Promise<{ id: string }> => {
    assertPlatformActor(scope.actor)
    const { companyId, companyName } = orNotFound(await repository.find(scope.db, id))
    if (companyId !== id) throw new AppError(companiesErrors.subsidiary)
    scope.note({ entityId: id, entityName: companyName })
    const fileName = t('公司数据 {companyName} {toISOString}.zip', {
      companyName: companyName.replaceAll(reserved, '_'),
      toISOString: new Date().toISOString().slice(0, 10),
    })
    const shown = { kind: 'export', title: fillSource('导出公司数据：{companyName}', { companyName }) } as const
    return { id: await startRun(scope, job, { tenantId: id, fileName }, shown) }
  }
