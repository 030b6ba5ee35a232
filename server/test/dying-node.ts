import { openDatabase } from '../src/kernel/db/database.ts'
import { createJobs } from '../src/kernel/jobs/jobs.ts'
import { countingJob } from './counting-job.ts'

// A node that kills itself inside its third batch. Arguments: the serving login's address, the operator's company.
const [url = '', platformCompany = ''] = process.argv.slice(2)
const database = openDatabase(url, 4, () => undefined)
const job = countingJob({ onBatch: (n) => n === 3 && process.kill(process.pid, 'SIGKILL') })
await createJobs({ database, platformCompany, onError: () => undefined }).start([job], true)
