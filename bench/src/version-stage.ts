import { olderPostgres } from '@atrium/server/test/postgres-versions.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { builtProduct, startServer } from './child.ts'
import { countOverview } from './count-overview.ts'
import {
  branchRequests,
  largestCompanyRequests,
  logRequests,
  organizationRequests,
  platformRequests,
  type Requests,
  rightsRequests,
} from './scale-requests.ts'
import { addBranchCaller, addLogRows, addRights, addSessions, largeDataset, seedScale } from './seed-scale.ts'

/** The oldest supported PostgreSQL, and the product's own. */
export const versions = [olderPostgres[0], 'own'] as const
export type Version = (typeof versions)[number]

const users = Number(process.env.BENCH_USERS || largeDataset.users)
const size = { users, companies: Math.ceil((users * largeDataset.companies) / largeDataset.users) }

/** What an account requests. */
export type Asked = { account: string; requests: Requests }
export type VersionStage = {
  version: Version
  /** Data folder of the environment. */
  folder: string
  superuserUrl: string
  env: Record<string, string>
  asked: Asked[]
}

/** Fills a database: the dataset of the measurement at scale, and a caller who sees one branch of the largest company. */
const fillDatabase = async (superuserUrl: string): Promise<Asked[]> => {
  const seeded = await seedScale(superuserUrl, size, () => undefined)
  const branch = await addBranchCaller(seeded, superuserUrl)
  await addSessions(seeded, superuserUrl)
  await addLogRows(seeded, superuserUrl)
  const role = await addRights(seeded, superuserUrl)
  await countOverview(superuserUrl, seeded.platform)
  return [
    { account: 'admin', requests: { ...platformRequests, ...logRequests } },
    {
      account: seeded.account,
      requests: { ...largestCompanyRequests(seeded), ...organizationRequests(seeded), ...rightsRequests(seeded, role) },
    },
    { account: branch, requests: branchRequests(seeded) },
  ]
}

/** Starts a version of PostgreSQL with a filled database. */
export const setUpVersion = async (version: Version): Promise<VersionStage & { clear(): Promise<void> }> => {
  const { folder, postgres, env, clear } = await setUpEnvironment(version === 'own' ? undefined : version)
  // The product creates the tables and the registry.
  await (await startServer(builtProduct, env, '/readyz')).stop()
  return {
    version,
    folder,
    superuserUrl: postgres.url,
    env,
    asked: await fillDatabase(postgres.url),
    clear,
  }
}
