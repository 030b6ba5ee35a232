import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Files } from '../files/index.ts'
import { createArchiveReader } from './archive-reader.ts'
import { type ClonePorts, createCloneJob } from './cloning/clone.job.ts'
import { createCompareJob } from './compare.job.ts'
import { comparisonsRetention } from './comparisons.repository.ts'
import { createRecovery } from './recovery.service.ts'
import { createRestoreJob } from './restore.job.ts'
import type { RestorePorts } from './restore-row.ts'

type Ports = Pick<BasePorts, 'database' | 'secrets'> &
  RestorePorts &
  Pick<ClonePorts, 'authorization'> & { files: Files; users: RestorePorts['users'] & ClonePorts['users'] }

/** An earlier archive of a tenant: compared with what there is now, put back in parts, and cloned (decision 128). */
export const createRecoveryFeature = (ports: Ports) => {
  const archives = createArchiveReader(ports)
  const jobs = {
    compare: createCompareJob({ archives }),
    restore: createRestoreJob(ports),
    clone: createCloneJob({ ...ports, archives }),
  }
  return {
    routes: implement(recoveryContract, createRecovery({ ...ports, jobs })),
    jobs: [jobs.compare, jobs.restore, jobs.clone, ...(jobs.restore.undo ? [jobs.restore.undo] : [])],
    retention: [comparisonsRetention],
  }
}
