import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Files } from '../files/index.ts'
import { createDataExportJob } from './data-export.job.ts'
import { createDataExport } from './data-export.service.ts'
import { createErasure } from './erasure.ts'

type Ports = Pick<BasePorts, 'database' | 'platformCompany' | 'fileStore' | 'secrets'> & { files: Files }

/** The data of tenants that leave: exported on request, erased when they are closed. */
export const createArchiveFeature = (ports: Ports) => {
  const job = createDataExportJob(ports)
  const exportData = createDataExport(job)
  return {
    routes: implement(archiveContract, {
      exportData,
    }),
    jobs: [createErasure(ports).job, job],
  }
}
