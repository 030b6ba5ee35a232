import { openDatabase } from '../src/kernel/db/database.ts'
import { startSendingNode } from './sending-node.ts'

// A node that kills itself after a given number of messages of a notice. Arguments: the serving login's address, the
// operator's company, the secret key, the number of messages.
const [url = '', platformCompany = '', secretKey = '', last = ''] = process.argv.slice(2)
await startSendingNode({
  database: openDatabase(url, 4),
  platformCompany,
  secretKey,
  onQueued: (count) => count === Number(last) && process.kill(process.pid, 'SIGKILL'),
})
