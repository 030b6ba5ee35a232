import type { RunFileKind } from '@atrium/contract/kernel/job-states.ts'
import type { JobRun } from '../../../kernel/jobs/define-job.ts'
import type { Files } from './files.service.ts'

type Made = { name: string; type: string; bytes: Parameters<Files['receive']>[0] }

/** Stores a file that a run has made, and leaves it with the run as a file of this kind. */
export const attachToRun = async <Data>(
  files: Files,
  { companyId, actor, transact }: Pick<JobRun<Data>, 'companyId' | 'actor' | 'transact'>,
  kind: RunFileKind,
  { bytes, ...named }: Made,
): Promise<void> => {
  const received = await files.receive(bytes)
  try {
    await files.keep(companyId, received)
    const { sha256, size } = received
    const by = { id: actor?.id ?? '', name: actor?.name ?? '' }
    const file = { ...named, companyId, purpose: 'job', sha256, size, by }
    await transact(async ({ db, attach }) => attach(kind, await files.add(db, file)))
  } finally {
    await received.discard()
  }
}
