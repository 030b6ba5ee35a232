import { eventName } from '@atrium/contract/event-words.ts'
import { chainFaultWords } from '@atrium/contract/features/audit/operation-logs/chain-fault-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Time } from '../../../ui/time.tsx'
import { CheckpointSummary } from './checkpoint-summary.tsx'
import { useVerification, type Verification } from './use-verification.ts'
import './operation-logs.css'

const Outcome = ({ archived, checked, broken, failure }: Verification) => {
  if (failure)
    return (
      <p>
        {failure.msg}
        {failure.traceId && `（追踪号 ${failure.traceId.slice(0, 8)}）`}
      </p>
    )
  if (!broken)
    return (
      <>
        <p className="operation-task-sound">日志完整，共 {checked} 条记录，未被改动。</p>
        {archived > 0 && (
          <p className="operation-task-count">第 1 到 {archived} 条已归档，不在此校验；请下载归档文件后核对。</p>
        )}
      </>
    )
  return (
    <p className="operation-task-broken">
      {broken.last === undefined
        ? `审计链在第 ${broken.seq} 条断开：`
        : `审计链的第 ${broken.seq} 到 ${broken.last} 条：`}
      {chainFaultWords[broken.fault]}
      {broken.action && broken.time && (
        <>
          。该记录是 <Time at={broken.time} /> 的“{eventName(broken.action)}”
        </>
      )}
      。请立即联系平台运营方核查。
    </p>
  )
}

/** Verifies the company's audit chain while it is open, and shows the result. */
export const VerifyDialog = ({ onClosed }: { onClosed: () => void }) => {
  const state = useVerification()
  const { archived, checked, done } = state
  const head = Math.max(state.head - archived, 0)
  return (
    <Dialog
      title="校验操作日志"
      onClose={onClosed}
      footer={<Button onClick={onClosed}>{done ? '关闭' : '取消'}</Button>}
    >
      <div className="operation-task">
        <p>逐条重新计算每条记录的指纹，核对前后是否相连，并与签名的检查点比对。</p>
        <ProgressBar
          label="校验进度"
          done={checked}
          {...(head > 0 || done ? { all: Math.max(head, checked, 1) } : {})}
        />
        <div role="status">
          {done ? (
            <Outcome {...state} />
          ) : (
            <p className="operation-task-count">
              已校验 {checked}
              {head > 0 && ` / ${head}`} 条
            </p>
          )}
        </div>
        {done && <CheckpointSummary />}
      </div>
    </Dialog>
  )
}
