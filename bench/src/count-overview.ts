import { createCounting } from '@atrium/server/src/features/overview/workbench/counting.ts'
import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import { ensureServingLogin } from '@atrium/server/src/kernel/db/serving-login.ts'

/** Counts what the hourly job would count, so that it does not run during a measurement. */
export const countOverview = async (ownerUrl: string, platformCompany: string) => {
  const database = openDatabase(await ensureServingLogin(ownerUrl), 1)
  await createCounting({ database, platformCompany }).count()
  await database.close()
}
