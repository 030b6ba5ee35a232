import type { IncidentStanding } from '@atrium/contract/features/operation-logs/incidents.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { closedDoors, type Door } from '../companies/index.ts'
import { endSentence } from '../session/index.ts'
import { incidentStandingRepository as repository } from './incident-standing.repository.ts'

const standings: Readonly<Record<number, string>> = { 0: '账号已停用', 1: '正常', 2: '账号已锁定' }
const doorText = (door: Door) => closedDoors[door] ?? (door === 'readOnly' ? '只能查看，不能修改' : '正常')

type Session = NonNullable<Awaited<ReturnType<typeof repository.session>>>
/** What has become of a session, in words; the reasons are those its owner was told. */
const becameOf = ({ endTime, endReason, isIdle, isOver }: Session): string => {
  if (endReason === 'logout') return '已退出登录'
  if (endTime !== null) return endSentence(endReason) ?? '已结束'
  if (isOver) return '已到最长时限，自动结束'
  return isIdle ? '闲置过久，自动结束' : '仍在登录'
}
const sessionOf = (session: Session): NonNullable<IncidentStanding['session']> => {
  const { startTime, lastTime, endTime, deviceName, agent, ip, method } = session
  const state = becameOf(session)
  return { startTime, lastTime, endTime, deviceName, agent, ip, area: placeOf(ip), method, state }
}

/** How whoever called, his session and his company stand now. In: who it was, as far as that is known. */
export const standingIn = async (
  db: Db,
  caller: { user: { id: string } | null; sessionId: string | null } | undefined,
): Promise<IncidentStanding & { name: string }> => {
  const id = caller?.user?.id
  const [{ name, plan, door }, person, session] = await Promise.all([
    repository.company(db),
    id === undefined ? undefined : repository.person(db, id),
    caller?.sessionId ? repository.session(db, caller.sessionId) : undefined,
  ])
  return {
    name,
    company: { state: doorText(person?.door ?? door), plan: plan ?? '' },
    person: person
      ? { name: person.name, account: person.account, state: standings[person.standing] ?? '账号不可用' }
      : null,
    session: session ? sessionOf(session) : null,
  }
}
