import type { App } from '../../app.ts'
import { builtinId } from '../../features/operations/excels/index.ts'
import type { Load } from '../../kernel/db/bulk-load.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { writeDocuments } from './documents.ts'
import {
  addFields,
  askForRights,
  askForVisit,
  checkImport,
  invite,
  manageAccounts,
  startReview,
  tagMembers,
} from './governance.ts'
import { historiesRepository as histories } from './histories.repository.ts'
import { insidersRepository as insiders } from './insiders.repository.ts'
import { writeNotices, writePortalNews } from './notices.ts'
import { addApps, openApis } from './open-platform.ts'
import { outsidersRepository as outsiders } from './outsiders.repository.ts'
import { createProductCalls } from './product-calls.ts'

/** Members who ask for rights. */
const asking = 4

export type FillPorts = Pick<App, 'server'> & Pick<Load, 'sql'> & { secrets: Secrets; passwordHash: string }

/**
 * Fills the pages of the first company and of the operator as a year of work would: what was done long ago is written, what
 * is done now goes through the product's own calls. Costs the same however many companies there are.
 */
export const fillPages = async ({ server, secrets, passwordHash, ...load }: FillPorts): Promise<void> => {
  const calls = createProductCalls({ server })
  await histories.writeAudit(load)
  const operator = await insiders.operator(load, secrets)
  const admin = await insiders.administrator(load, secrets)
  const [leaver, ...members] = await insiders.members(load, secrets, admin.companyId, asking + 1)

  await histories.leadDepartments(load, admin.companyId)
  await writeNotices(calls, admin.token)
  await writePortalNews(calls, operator.token)
  await writeDocuments(calls, admin)
  const findApi = (method: string, path: string) => histories.findApi(load, method, path)
  const apps = await addApps(calls, admin, await openApis(calls, operator, findApi))
  await askForRights(calls, members)
  await manageAccounts(calls, admin, leaver)
  await addFields(calls, admin)
  await tagMembers(calls, admin, members)
  if (members.length > 0) await startReview(calls, admin)
  await invite(calls, admin, await outsiders.listGuests(load))
  await checkImport(calls, admin, builtinId('post'))
  await histories.closeDoors(load, admin.companyId)
  await askForVisit(calls, operator, admin.companyId)

  await outsiders.write(load, passwordHash)
  await histories.spreadOut(load, admin.companyId)
  await histories.writeReceipts(load, admin.companyId)
  for (const app of apps) {
    await histories.writeCalls(load, admin.companyId, app)
    await histories.writeCallDays(load, admin.companyId, app)
  }
  await histories.sumCallsUp(load, admin.companyId)
  for (const { hookIds } of apps) await histories.writeDeliveries(load, admin.companyId, hookIds)
  await histories.writeMessages(load, admin.companyId)
  await histories.writeFailures(load, admin.companyId)
  await histories.writeTerms(load, admin.companyId)
  await insiders.signAllOut(load)
}
