import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { bulkErrors } from '@atrium/contract/features/operations/bulk/bulk.errors.ts'
import type { AnyBulkSource } from '../../../kernel/bulk/bulk-source.ts'
import type { Admission } from '../../../kernel/http/admit.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { createBulks } from './bulk.service.ts'
import { createBulkJobs } from './bulk-jobs.ts'
import { createBulkPasswords } from './bulk-passwords.ts'

/** What was only judged is kept for a day; what was done, as long as its run. */
const bulkRetention = [
  `delete from bulks where run_id is null and created_at < now() - interval '1 day'`,
  `delete from bulk_passwords where created_at < now() - interval '1 day'`,
]

type Ports = {
  files: Files
  secrets: Secrets
  /** What features declare. */
  bulks: () => readonly AnyBulkSource[]
  security: Pick<Admission, 'requireReauthentication'>
}

/** Operations on many rows. */
export const createBulkFeature = ({ files, secrets, bulks: sources, security }: Ports) => {
  const jobs = createBulkJobs({ sources, files })
  const bulks = createBulks({ sources, security, jobs })
  const passwords = createBulkPasswords({ bulks, secrets })
  return {
    routes: implement(bulkContract, {
      ...bulks,
      create: (scope, body) => bulks.create(scope, body, false),
      apply: (scope, id) => bulks.apply(scope, id, false),
      passwords: passwords.download,
      createAcross: (scope, body) => bulks.create(scope, body, true),
      applyAcross: (scope, id) => bulks.apply(scope, id, true),
    }),
    constraints: { bulks__one_run: { ...bulkErrors.alreadyStarted, field: 'id' } },
    retention: bulkRetention,
    jobs: jobs.all,
  }
}
