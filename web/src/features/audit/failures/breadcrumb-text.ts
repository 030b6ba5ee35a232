import type { Breadcrumb } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { noAnswer } from '../../../kernel/api/call-error.ts'
import { t } from '../../../ui/texts.ts'

const tabStates = {
  hidden: t('切到后台'),
  visible: t('回到前台'),
  offline: t('网络断开'),
  online: t('网络恢复'),
} as const
type Call = Extract<Breadcrumb, { kind: 'call' }>

const describeOutcome = ({ code, ms, traceId }: Call): string => {
  const answer = code === Code.ok ? t('成功') : code === noAnswer ? t('无响应') : t('返回码 {code}', { code })
  return clausesText([
    answer,
    t('{ms} 毫秒', { ms }),
    traceId && t('追踪号 {traceId}', { traceId: traceId.slice(0, 8) }),
  ])
}

/** Text of an event: what happened, its path or message, and the outcome. */
export const breadcrumbText = (event: Breadcrumb): { what: string; code?: string; outcome?: string } => {
  if (event.kind === 'route') return { what: t('打开页面'), code: event.path }
  if (event.kind === 'error') return { what: t('页面报错'), code: event.message }
  if (event.kind === 'tab') return { what: tabStates[event.state] }
  return { what: t('调用接口'), code: `${event.method} ${event.path}`, outcome: describeOutcome(event) }
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
  if (ms < 50) return t('0 秒')
  if (ms < minuteMs) return t('−{ms} 秒', { ms: (ms / secondMs).toFixed(1) })
  const minutes = Math.floor(ms / minuteMs)
  return t('−{minutes} 分 {ms} 秒', { minutes, ms: Math.floor((ms % minuteMs) / secondMs) })
}
