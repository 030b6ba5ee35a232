import { Button } from '../../../../ui/button.tsx'
import { EllipsisText } from '../../../../ui/ellipsis-text.tsx'
import { formatBytes } from '../../../../ui/format-bytes.ts'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { t } from '../../../../ui/texts.ts'
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
        <ProgressBar label={t('“{name}”的上传进度', { name })} done={sent} all={Math.max(size, 1)} />
        <span className="sending-size">
          {sent < size ? `${formatBytes(sent)} / ${formatBytes(size)}` : t('正在检查')}
        </span>
      </>
    ) : (
      <span className="sending-problem" role="alert">
        {problem}
      </span>
    )}
    {problem !== '' && repeatable && (
      <Button look="link" aria-label={t('重试“{name}”', { name })} onClick={onRetry}>
        {t('重试')}
      </Button>
    )}
    <Button
      look="link"
      aria-label={problem === '' ? t('取消“{name}”', { name }) : t('移除“{name}”', { name })}
      onClick={onDismiss}
    >
      {problem === '' ? t('取消') : t('移除')}
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
      <ul className="sending-list" aria-label={t('正在上传的文件')}>
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
            <span>{t('另有 {count} 个文件等待上传', { count: hidden.size })}</span>
            <Button look="link" onClick={dismissAll}>
              {t('全部取消')}
            </Button>
          </li>
        )}
      </ul>
    )
  )
}
