import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { formatBytes } from './upload-words.ts'
import type { Sending } from './use-uploads.ts'

const SendingRow = ({ name, size, sent, problem, onDismiss }: Sending & { onDismiss: () => void }) => (
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
    <Button look="link" aria-label={`${problem === '' ? '取消' : '移除'}“${name}”`} onClick={onDismiss}>
      {problem === '' ? '取消' : '移除'}
    </Button>
  </li>
)

/** Files on their way with their progress; refused ones with the reason. */
export const SendingList = ({
  sending,
  onDismiss,
}: {
  sending: readonly Sending[]
  onDismiss: (key: string) => void
}) =>
  sending.length > 0 && (
    <ul className="sending-list" aria-label="正在上传的文件">
      {sending.map((each) => (
        <SendingRow {...each} key={each.key} onDismiss={() => onDismiss(each.key)} />
      ))}
    </ul>
  )
