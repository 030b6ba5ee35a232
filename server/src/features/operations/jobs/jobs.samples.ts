import type { MakeSamples } from '../../../../test/hostile/sample.ts'
import { newId } from '../../../kernel/ids.ts'

export const samples: MakeSamples = async ({ app, readers, writers, writer }) => {
  const addRun = async (companyId: string) => {
    const id = newId()
    await app.sql(
      `insert into job_runs (company_id, id, name, kind, title, state, finished_at)
       values ($1, $2, 'samples.count', 'bulk', '一个任务', 'done', now())`,
      [companyId, id],
    )
    return id
  }
  const [read, written] = [await addRun(readers), await addRun(writers)]
  const reading = () => ({ params: { id: read } })
  const writing = () => ({ params: { id: written }, token: writer })
  return {
    'sysJobs.get': reading,
    'sysJobs.ownJob': reading,
    'sysJobs.result': reading,
    'sysJobs.errors': reading,
    'sysJobs.pause': writing,
    'sysJobs.resume': writing,
    'sysJobs.cancel': writing,
    'sysJobs.undo': writing,
    'sysJobs.pauseOwn': writing,
    'sysJobs.resumeOwn': writing,
    'sysJobs.cancelOwn': writing,
    'sysJobs.undoOwn': writing,
  }
}
