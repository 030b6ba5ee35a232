import type { Goal } from './goals.ts'
import type { measureNoticeListeners } from './notice-listeners.ts'
import type { measureNoticeReach } from './notice-reach.ts'

type Reach = Awaited<ReturnType<typeof measureNoticeReach>>
/** Goals of a notice to a given number of people. */
export const reachGoals = (people: number, { publishMs, listMs, sumsMs, bellMs }: Reach): Goal[] => [
  { work: `向 ${people} 人发布公告`, found: publishMs, bound: 1000, unit: 'ms' },
  { work: '公告未确认的人员', found: listMs, bound: 300, unit: 'ms' },
  { work: '公告未确认的人数', found: sumsMs, bound: 300, unit: 'ms' },
  { work: '公告铃', found: bellMs, bound: 100, unit: 'ms' },
]

type Listening = Awaited<ReturnType<typeof measureNoticeListeners>>
export const listenerGoals = ({ listeners, part, kbEach }: Listening): Goal[] => [
  { work: `${listeners} 个页面两秒内得知`, found: 100 * part, bound: 99.9, unit: '%', atLeast: true },
  { work: '每个页面占用的内存', found: kbEach, bound: 50, unit: 'KB' },
]
