import type { BasePorts } from '../../../kernel/feature.ts'
import { createDataExport } from './data-export.service.ts'
import { createErasure } from './erasure.ts'

/** The data of tenants that leave. Offers `exportData` to the companies' endpoints; erases closed tenants. */
export const createArchiveFeature = (ports: Pick<BasePorts, 'database' | 'platformCompany'>) => ({
  exportData: createDataExport(ports.database),
  routes: [],
  jobs: [createErasure(ports).job],
})
