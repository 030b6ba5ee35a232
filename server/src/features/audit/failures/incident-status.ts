import type { IncidentStatus } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { endMessage } from '../../identity/session/index.ts'
import { type CompanyAdmission, refusalMessages } from '../../tenancy/tenants/index.ts'
import { incidentStatusRepository as repository } from './incident-status.repository.ts'

const statusTexts: Readonly<Record<number, string>> = { 0: '账号已停用', 1: '正常', 2: '账号已锁定' }
const admissionText = (admission: CompanyAdmission) =>
  refusalMessages[admission] ?? (admission === 'readOnly' ? t('只能查看，不能修改') : t('正常'))

type Session = NonNullable<Awaited<ReturnType<typeof repository.session>>>
/** Text of a session's state; reasons are worded as for its owner. */
const sessionStateText = ({ endTime, endReason, isIdle, isOver }: Session): string => {
  if (endReason === 'logout') return t('已退出登录')
  if (endTime !== null) return endMessage(endReason) ?? t('已结束')
  if (isOver) return t('已达最长时限，自动下线')
  return isIdle ? t('长时间无操作，自动下线') : t('在线')
}
const toSession = (session: Session): NonNullable<IncidentStatus['session']> => {
  const { startTime, lastTime, endTime, deviceName, agent, ip, method } = session
  const state = sessionStateText(session)
  return { startTime, lastTime, endTime, deviceName, agent, ip, area: locateIp(ip), method, state }
}

/**
 * Current status of the caller, their session and company.
 * @param caller the caller, as far as known
 */
export const readIncidentStatus = async (
  db: Db,
  caller: { user: { id: string } | null; sessionId: string | null } | undefined,
): Promise<IncidentStatus & { name: string }> => {
  const id = caller?.user?.id
  const [{ name, plan, admission }, person, session] = await Promise.all([
    repository.company(db),
    id === undefined ? undefined : repository.person(db, id),
    caller?.sessionId ? repository.session(db, caller.sessionId) : undefined,
  ])
  return {
    name,
    company: { state: admissionText(person?.admission ?? admission), plan: plan ?? '' },
    person: person
      ? { name: person.name, account: person.account, state: statusTexts[person.standing] ?? t('账号不可用') }
      : null,
    session: session ? toSession(session) : null,
  }
}
