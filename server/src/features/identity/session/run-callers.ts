import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Asker, FindCaller } from '../../../kernel/jobs/run-callers.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { refusalMessages } from '../../tenancy/tenants/index.ts'
import { createRightsReaders, type RightsPorts } from './rights-readers.ts'
import { runCallersRepository as repository } from './run-callers.repository.ts'

const ended = (refusal: string) => ({ refusal })
const active = 1

/**
 * Finds who asked for a run with the rights they have now: at home as long as their account and company admit them,
 * whether signed in or not; in another company as long as the visit lasts (decision 92).
 */
export const createRunCallers = ({ database, ...ports }: RightsPorts & { database: Database }): FindCaller => {
  const { readHomeRights, resolveGuest } = createRightsReaders(ports)

  const find = async (db: Db, companyId: string, asker: Asker): Promise<Actor | { refusal: string }> => {
    const found = await repository.find(db, asker)
    if (!found || found.status !== active) return ended(t('任务发起人的账号已停用'))
    const refusal = refusalMessages[found.admission]
    if (refusal !== undefined) return ended(refusal)
    const home = await readHomeRights(db, found)
    const { userId, name, account, companyName, platform, principalCompanyId, principalId } = found
    const isMember = principalCompanyId !== null && principalId !== null
    const person = {
      userId,
      name,
      account,
      aesKey: '',
      sessionId: asker.sessionId ?? '',
      ...(isMember && { principal: { companyId: principalCompanyId, userId: principalId } }),
    }
    const readOnly = found.admission === 'readOnly'
    if (asker.sessionId === null) return { ...person, companyId, companyName, platform, readOnly, ...home.rights }
    if (!(await repository.isVisiting(db, asker.sessionId, companyId)))
      return ended(t('任务发起人对该公司的访问已结束'))
    const guest = await resolveGuest(db, asker.sessionId, found, home)
    if ('ended' in guest) return ended(guest.ended)
    return { ...person, platform: false, ...guest }
  }
  return (companyId, asker) => database.read({ reach: 'platform' }, (db) => find(db, companyId, asker))
}
