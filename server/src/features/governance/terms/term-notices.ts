import { noticeDays } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { roleAssignments } from '../../access/authorization/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { termsRepository as repository } from './terms.repository.ts'

const platform = { reach: 'platform' } as const
type UnnotifiedCompany = Awaited<ReturnType<typeof repository.unnotifiedCompanies>>[number]

/** Notifies company administrators by mail of expiring terms. Safe to run on several nodes. */
export const createTermNotices = ({ database, messages }: { database: Database; messages: Messages }) => {
  const notifyCompany = ({ companyId, company, roles, accounts }: UnnotifiedCompany) =>
    database.transact(platform, async (db) => {
      if (!(await repository.claimNotice(db, companyId))) return
      const values = { company, roles: String(roles), accounts: String(accounts), days: String(noticeDays) }
      const adminAccounts = new Set((await roleAssignments.companyAdmins(db, companyId)).map(({ account }) => account))
      for (const account of adminAccounts)
        await messages.enqueue(db, { companyId, channel: 'mail', template: 'termsEnding', to: { account }, values })
    })
  const notifyDue = async () => {
    for (const company of await database.transact(platform, repository.unnotifiedCompanies))
      await notifyCompany(company)
    messages.wake()
  }
  const schedule = { everyMinutes: 60, minute: 37 }
  const job = defineJob({
    name: 'terms.notify',
    title: '提醒即将到期的账号与角色',
    data: z.null(),
    reach: 'platform',
    schedule,
    run: notifyDue,
  })
  return { notifyDue, job }
}
