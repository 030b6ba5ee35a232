import { type FailedCall, failedCallsContract } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { callerText, callText, isPage } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { TraceLink } from '../operation-logs/public/trace-link.tsx'
import { FailureStack } from './failure-stack.tsx'
import { FailureState } from './failure-state.tsx'

const handlingText = ({ by, remark }: NonNullable<FailedCall['handled']>) => labelledText(by ?? t('平台运营方'), remark)

/** All stored facts of a failed call; the stack requires its own right. */
export const useFailureFacts = (call: FailedCall): Record<string, ReactNode> => {
  const canSeeStack = useCan(failedCallsContract.failureStack)
  const { user, times, handled, traceId, lastTraceId } = call
  return {
    状态: <FailureState handled={handled} />,
    [t('处理', { context: 'state' })]: handled && (
      <>
        <Time at={handled.time} /> {handlingText(handled)}
      </>
    ),
    [t('操作', { context: 'noun' })]: callText(call),
    接口: !isPage(call) && (
      <code>
        {call.method} {call.path}
      </code>
    ),
    用户: user ? userName({ name: callerText(call), account: user.account }) : callerText(call),
    错误: <code>{call.error}</code>,
    错误信息: call.message && <code>{call.message}</code>,
    堆栈: canSeeStack && <FailureStack id={call.id} />,
    提交的字段: call.inputs.length > 0 && <code>{call.inputs.join(' ')}</code>,
    时间: <Time at={call.time} />,
    [t('次数', { context: 'failure' })]:
      times > 1 && rich('{times} 次，最近 {lastTime}', { times, lastTime: <Time at={call.lastTime} /> }),
    状态码: !isPage(call) && call.code,
    耗时: !isPage(call) && t('{ms} 毫秒', { ms: call.ms }),
    数据库:
      call.database &&
      t('{statements} 条语句，事务历时 {ms} 毫秒', { statements: call.database.statements, ms: call.database.ms }),
    版本: call.version,
    追踪号: <TraceLink traceId={traceId} />,
    最近的追踪号: lastTraceId !== traceId && <TraceLink traceId={lastTraceId} />,
  }
}
