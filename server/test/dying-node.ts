import { openDatabase } from '../src/kernel/db/database.ts'
import { createJobs } from '../src/kernel/jobs/jobs.ts'
import { countingJob } from './counting-job.ts'
import { nobody } from './nobody.ts'

// A node that kills itself inside one of its batches. Arguments: the serving login's address, the operator's company,
// which batch of its own, and how long it waits inside before.
const [url = '', platformCompany = '', last = '3', delayMs = '0'] = process.argv.slice(2)
const database = openDatabase(url, 4)
let batches = 0
const die = () => process.kill(process.pid, 'SIGKILL')
const job = countingJob({
  onBatch() {
    batches += 1
    if (batches !== Number(last)) return
    if (delayMs === '0') die()
    // The batch may commit before that.
    else setTimeout(die, Number(delayMs))
  },
})
const ports = { database, platformCompany, findCaller: nobody, onError: () => undefined }
await createJobs(ports, { superviseSeconds: 1 }).start([job], true)
