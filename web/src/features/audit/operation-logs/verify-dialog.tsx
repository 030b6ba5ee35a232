import { eventName } from '@atrium/contract/event-words.ts'
import { chainFaultWords } from '@atrium/contract/features/audit/operation-logs/chain-fault-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { CheckpointSummary } from './checkpoint-summary.tsx'
import { useVerification, type Verification } from './use-verification.ts'
import './operation-logs.css'

const Outcome = ({ archived, checked, broken, failure }: Verification) => {
  if (failure)
    return (
      <p>
        {failure.traceId
          ? t('{msg}（追踪号 {traceId}）', { msg: failure.msg, traceId: failure.traceId.slice(0, 8) })
          : failure.msg}
      </p>
    )
  if (!broken)
    return (
      <>
        <p className="operation-task-sound">{t('日志完整，共 {checked} 条记录，未被改动。', { checked })}</p>
        {archived > 0 && (
          <p className="operation-task-count">
            {t('第 1 到 {archived} 条已归档，不在此校验；请下载归档文件后核对。', { archived })}
          </p>
        )}
      </>
    )
  const { seq, last, action, time } = broken
  const fault = t(chainFaultWords[broken.fault])
  const place =
    last === undefined
      ? t('审计链在第 {seq} 条断开：{fault}。', { seq, fault })
      : t('审计链的第 {seq} 到 {last} 条：{fault}。', { seq, last, fault })
  return (
    <p className="operation-task-broken">
      {action && time
        ? rich('{place}该记录是 {time} 的“{action}”。请立即联系平台运营方核查。', {
            place,
            time: <Time at={time} />,
            action: t(eventName(action)),
          })
        : t('{place}请立即联系平台运营方核查。', { place })}
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
      title={t('校验操作日志')}
      onClose={onClosed}
      footer={<Button onClick={onClosed}>{done ? t('关闭') : t('取消')}</Button>}
    >
      <div className="operation-task">
        <p>{t('逐条重新计算每条记录的指纹，核对前后是否相连，并与签名的检查点比对。')}</p>
        <ProgressBar
          label={t('校验进度')}
          done={checked}
          {...(head > 0 || done ? { all: Math.max(head, checked, 1) } : {})}
        />
        <div role="status">
          {done ? (
            <Outcome {...state} />
          ) : (
            <p className="operation-task-count">
              {head > 0 ? t('已校验 {checked} / {head} 条', { checked, head }) : t('已校验 {checked} 条', { checked })}
            </p>
          )}
        </div>
        {done && <CheckpointSummary />}
      </div>
    </Dialog>
  )
}
