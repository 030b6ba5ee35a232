import { Button } from '../../../../ui/button.tsx'
import { EllipsisText } from '../../../../ui/ellipsis-text.tsx'
import { formatBytes } from '../../../../ui/format-bytes.ts'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import type { Sending } from './use-sending.ts'
import '../sending-list.css'

/** Most rows of files on their way; the others wait behind them. */
const mostShown = 5

type SendingRowProps = Sending & { onRetry: () => void; onDismiss: () => void }

const SendingRow = ({ name, size, sent, problem, repeatable, onRetry, onDismiss }: SendingRowProps) => (
  <li className="sending-row">
    <EllipsisText>{name}</EllipsisText>
    {problem === '' ? (
      <>
        <ProgressBar label={`“${name}”的上传进度`} done={sent} all={Math.max(size, 1)} />
        <span className="sending-size">{sent < size ? `${formatBytes(sent)} / ${formatBytes(size)}` : '正在检查'}</span>
      </>
    ) : (
      <span className="sending-problem" role="alert">
        {problem}
      </span>
    )}
    {problem !== '' && repeatable && (
      <Button look="link" aria-label={`重试“${name}”`} onClick={onRetry}>
        重试
      </Button>
    )}
    <Button look="link" aria-label={`${problem === '' ? '取消' : '移除'}“${name}”`} onClick={onDismiss}>
      {problem === '' ? '取消' : '移除'}
    </Button>
  </li>
)

type SendingListProps = {
  sending: readonly Sending[]
  onRetry: (key: string) => void
  onDismiss: (key: string) => void
}

/** Files on their way with their progress; refused ones with the reason. */
export const SendingList = ({ sending, onRetry, onDismiss }: SendingListProps) => {
  const onTheWay = sending.filter(({ problem }) => problem === '')
  const hidden = new Set(onTheWay.slice(mostShown).map(({ key }) => key))
  const shown = sending.filter(({ key }) => !hidden.has(key))
  const dismissAll = () => {
    for (const { key } of onTheWay) onDismiss(key)
  }
  return (
    sending.length > 0 && (
      <ul className="sending-list" aria-label="正在上传的文件">
        {shown.map((each) => (
          <SendingRow
            {...each}
            key={each.key}
            onRetry={() => onRetry(each.key)}
            onDismiss={() => onDismiss(each.key)}
          />
        ))}
        {hidden.size > 0 && (
          <li className="sending-more">
            <span>{`另有 ${hidden.size} 个文件等待上传`}</span>
            <Button look="link" onClick={dismissAll}>
              全部取消
            </Button>
          </li>
        )}
      </ul>
    )
  )
}
