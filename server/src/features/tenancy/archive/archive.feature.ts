import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createDataExport } from './data-export.service.ts'
import { createErasure } from './erasure.ts'

/** The data of tenants that leave: exported on request, erased when they are closed. */
export const createArchiveFeature = (ports: Pick<BasePorts, 'database' | 'platformCompany' | 'fileStore'>) => {
  const { database, fileStore } = ports
  const exportData = createDataExport({ database, content: fileStore.content })
  return {
    routes: implement(archiveContract, { exportData: (scope, { params }) => exportData(scope, params.id) }),
    jobs: [createErasure(ports).job],
  }
}
