import * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { platformZone, wallClock } from '../../../kernel/wall-clock.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { type Alarm, appAlarmsRepository as repository } from './app-alarms.repository.ts'

/** Alarms that one transaction takes. */
const batch = 200
const timeText = (time: string | null) => (time === null ? '' : wallClock(platformZone, new Date(time)).slice(0, 16))
const percentOf = ({ part, whole }: Alarm) => `${Math.floor(((part ?? 0) / (whole || 1)) * 100)}%`

const sentences: Readonly<Record<Alarm['kind'], (alarm: Alarm) => string>> = {
  errors: (alarm) =>
    `自 ${timeText(alarm.time)} 起的 ${alarm.whole} 次调用中，${alarm.part} 次失败或被拒绝（${percentOf(alarm)}）`,
  quota: (alarm) =>
    `${alarm.subject === '' ? '全部接口' : `接口“${alarm.subject}”`}今日已用 ${alarm.part} 次，达到每日上限 ${alarm.whole} 次的 ${percentOf(alarm)}`,
  secret: ({ subject, time }) => `密钥“…${subject}”将于 ${timeText(time)} 到期`,
  idle: ({ subject }) => `${subject === '' ? '应用' : `接口“${subject}”`}已 30 天无调用`,
  deprecated: ({ subject, time }) =>
    `接口“${subject}”已弃用${time === null ? '' : `，将于 ${timeText(time)} 停用`}，请改用其他接口`,
}
const toMessage = (alarms: readonly [Alarm, ...Alarm[]]) => {
  const [{ companyId, company, app, account }] = alarms
  const problems = alarms.map((alarm) => sentences[alarm.kind](alarm)).join('；\n')
  return { companyId, to: { account }, values: { company, app, problems } }
}

/** Tells owners of applications by mail what they should see to, once each. Safe to run on several nodes. */
export const createAppAlarms = ({ database, messages }: { database: Database; messages: Messages }) => {
  const tellBatch = () =>
    database.transact({ reach: 'platform' }, async (db) => {
      const alarms = await repository.take(db, batch)
      for (const [first, ...rest] of Map.groupBy(alarms, ({ appId }) => appId).values())
        if (first)
          await messages.enqueue(db, { ...toMessage([first, ...rest]), channel: 'mail', template: 'openAlarm' })
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
