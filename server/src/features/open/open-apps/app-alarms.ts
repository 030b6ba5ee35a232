import { alarmEvent } from '@atrium/contract/features/open/open-apps/app-alarms.ts'
import * as z from 'zod/mini'
import { type AuditEntry, writeAudits } from '../../../kernel/db/audit-log.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { inLines, type LaterText, later, say } from '../../../kernel/texts/later-text.ts'
import { platformZone, wallClock } from '../../../kernel/wall-clock.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { type Alarm, appAlarmsRepository as repository } from './app-alarms.repository.ts'

/** Alarms that one transaction takes. */
const batch = 200
const timeText = (time: string | null) => (time === null ? '' : wallClock(platformZone, new Date(time)).slice(0, 16))
const toPercent = ({ part, whole }: Alarm) => `${Math.floor(((part ?? 0) / (whole || 1)) * 100)}%`

const sentences: Readonly<Record<Alarm['kind'], (alarm: Alarm) => LaterText>> = {
  errors: (alarm) =>
    later('自 {time} 起的 {whole} 次调用中，{part} 次失败或被拒绝（{alarm}）', {
      time: timeText(alarm.time),
      whole: alarm.whole,
      part: alarm.part,
      alarm: toPercent(alarm),
    }),
  quota: (alarm) =>
    later('{value}今日已用 {part} 次，达到每日上限 {whole} 次的 {alarm}', {
      value: alarm.subject === '' ? later('全部接口') : later('接口“{subject}”', { subject: alarm.subject }),
      part: alarm.part,
      whole: alarm.whole,
      alarm: toPercent(alarm),
    }),
  secret: ({ subject, time }) => later('密钥“…{subject}”将于 {time} 到期', { subject, time: timeText(time) }),
  idle: ({ subject }) =>
    later('{value}已 30 天无调用', { value: subject === '' ? later('应用') : later('接口“{subject}”', { subject }) }),
  deprecated: ({ subject, time }) =>
    later('接口“{subject}”已弃用{value}，请改用其他接口', {
      subject,
      value: time === null ? '' : later('，将于 {time} 停用', { time: timeText(time) }),
    }),
}
const toText = (alarms: readonly Alarm[], between: string) =>
  alarms.map((alarm) => say(sentences[alarm.kind](alarm))).join(between)
const toMessage = (alarms: readonly [Alarm, ...Alarm[]]) => {
  const [{ companyId, company, app, account }] = alarms
  return {
    companyId,
    to: { account },
    values: { company, app, problems: inLines(alarms.map((alarm) => sentences[alarm.kind](alarm))) },
  }
}
/** The audit row of alarms of one kind, by which webhooks are notified as well. */
const toEvent = (alarms: readonly [Alarm, ...Alarm[]]): AuditEntry => {
  const [{ companyId, appId, app, kind }] = alarms
  return {
    companyId,
    actor: null,
    sessionId: null,
    origin: { traceId: newTraceId(), ip: '', agent: '' },
    event: alarmEvent(kind),
    entityId: appId,
    entityName: app,
    after: { reason: toText(alarms, '；') },
    ok: true,
    code: 0,
    ms: 0,
  }
}
const groupBy = (alarms: readonly Alarm[], key: (alarm: Alarm) => string) =>
  [...Map.groupBy(alarms, key).values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest] as const] : []))

/** Tells owners of applications by mail, and webhooks, what they should see to, once each. Safe to run on several nodes. */
export const createAppAlarms = ({ database, messages }: { database: Database; messages: Messages }) => {
  const tellBatch = () =>
    database.transact({ reach: 'platform' }, async (db) => {
      const alarms = await repository.take(db, batch)
      for (const group of groupBy(alarms, ({ appId }) => appId))
        await messages.enqueue(db, { ...toMessage(group), channel: 'mail', template: 'openAlarm' })
      await writeAudits(db, groupBy(alarms, ({ appId, kind }) => `${appId} ${kind}`).map(toEvent))
      return alarms.length
    })
  const tellDue = async () => {
    while ((await tellBatch()) === batch);
    messages.wake()
  }
  const job = defineJob({
    name: 'openApps.alarm',
    title: '提醒应用负责人',
    data: z.null(),
    reach: 'platform',
    schedule: { everyMinutes: 10, minute: 4 },
    run: tellDue,
  })
  return { tellDue, job }
}
