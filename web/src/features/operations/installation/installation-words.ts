import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

const processNames: Readonly<Record<string, string>> = { api: t('接口'), events: t('实时事件'), jobs: t('后台任务') }
/** What a node does. */
export const processText = (processes: readonly string[]): string =>
  listText(processes.map((process) => processNames[process] ?? process))

const cacheNames: Readonly<Record<string, string>> = {
  sessions: t('会话'),
  grants: t('权限'),
  applications: t('应用'),
  dictionaries: t('字典'),
}
export const cacheText = (name: string): string => cacheNames[name] ?? name

const [minute, hour, day] = [60, 3600, 86_400]
/** A length of time in the unit that fits: 40 秒, 5 分钟, 3 小时, 2 天. */
export const lengthText = (seconds: number): string => {
  if (seconds < 2 * minute) return t('{seconds} 秒', { seconds: Math.round(seconds) })
  if (seconds < 2 * hour) return t('{seconds} 分钟', { seconds: Math.round(seconds / minute) })
  return seconds < 2 * day
    ? t('{seconds} 小时', { seconds: Math.round(seconds / hour) })
    : t('{seconds} 天', { seconds: Math.round(seconds / day) })
}
