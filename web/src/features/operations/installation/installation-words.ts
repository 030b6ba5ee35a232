const processNames: Readonly<Record<string, string>> = { api: '接口', events: '实时事件', jobs: '后台任务' }
/** What a node does. */
export const processText = (processes: readonly string[]): string =>
  processes.map((process) => processNames[process] ?? process).join('、')

const cacheNames: Readonly<Record<string, string>> = {
  sessions: '会话',
  grants: '权限',
  applications: '应用',
  dictionaries: '字典',
}
export const cacheText = (name: string): string => cacheNames[name] ?? name

const inThousands = new Intl.NumberFormat('zh-CN')
export const numberText = (count: number): string => inThousands.format(count)

const [minute, hour, day] = [60, 3600, 86_400]
/** A length of time in the unit that fits: 40 秒, 5 分钟, 3 小时, 2 天. */
export const lengthText = (seconds: number): string => {
  if (seconds < 2 * minute) return `${Math.round(seconds)} 秒`
  if (seconds < 2 * hour) return `${Math.round(seconds / minute)} 分钟`
  return seconds < 2 * day ? `${Math.round(seconds / hour)} 小时` : `${Math.round(seconds / day)} 天`
}
