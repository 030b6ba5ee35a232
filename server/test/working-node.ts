import { buildApp } from '../src/app.ts'
import { noAnnouncements } from '../src/kernel/announcements.ts'
import { openDatabase } from '../src/kernel/db/database.ts'
import { openFileStore } from '../src/kernel/files/open-file-store.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { createSecrets } from '../src/kernel/secrets.ts'

// A node that works until it is killed. Arguments: the serving login's address, the folder of files, the operator's
// company, the secret key, and a network that may be called beside public addresses.
const [url = '', fileFolder = '', platformCompany = '', secretKey = '', network = ''] = process.argv.slice(2)
const { start } = await buildApp({
  database: openDatabase(url, 4),
  log: createLogger('silent'),
  process: new Set(['jobs'] as const),
  nodeName: 'test',
  accessLog: false,
  dataDir: '.',
  migrations: [],
  announcements: noAnnouncements,
  servingNodes: () => 1,
  siteOrigin: 'http://localhost:3000',
  outboxFolder: fileFolder,
  checkpointFolder: fileFolder,
  fileStore: openFileStore(fileFolder),
  clamavSocket: '',
  areasPublicKey: '',
  openTargetNetworks: network === '' ? [] : [network],
  dnsServers: ['127.0.0.1:9'],
  secrets: createSecrets(secretKey),
  trustedProxies: [],
  platformCompany,
  version: 'test',
  webFolder: undefined,
})
await start()
