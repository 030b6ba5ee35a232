import type { Breadcrumb } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { noAnswer } from '../../../kernel/api/call-error.ts'

const tabStates = { hidden: '切到后台', visible: '回到前台', offline: '网络断开', online: '网络恢复' } as const
type Call = Extract<Breadcrumb, { kind: 'call' }>

const describeOutcome = ({ code, ms, traceId }: Call): string => {
  const answer = code === Code.ok ? '成功' : code === noAnswer ? '无响应' : `返回码 ${code}`
  return [answer, `${ms} 毫秒`, traceId && `追踪号 ${traceId.slice(0, 8)}`].filter(Boolean).join('，')
}

/** Text of an event: what happened, its path or message, and the outcome. */
export const breadcrumbText = (event: Breadcrumb): { what: string; code?: string; outcome?: string } => {
  if (event.kind === 'route') return { what: '打开页面', code: event.path }
  if (event.kind === 'error') return { what: '页面报错', code: event.message }
  if (event.kind === 'tab') return { what: tabStates[event.state] }
  return { what: '调用接口', code: `${event.method} ${event.path}`, outcome: describeOutcome(event) }
}

/** Codes that do not stop work: success, another step required, token to be refreshed. */
const harmlessCodes: readonly number[] = [Code.ok, Code.moreInput, Code.tokenExpired]
export const isTrouble = (event: Breadcrumb): boolean =>
  event.kind === 'error' ||
  (event.kind === 'call' && !harmlessCodes.includes(event.code)) ||
  (event.kind === 'tab' && event.state === 'offline')

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Time before the failed call was answered. */
export const beforeText = (ms: number): string => {
  if (ms < 50) return '0 秒'
  if (ms < minuteMs) return `−${(ms / secondMs).toFixed(1)} 秒`
  const minutes = Math.floor(ms / minuteMs)
  return `−${minutes} 分 ${Math.floor((ms % minuteMs) / secondMs)} 秒`
}
