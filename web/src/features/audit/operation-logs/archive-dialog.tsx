import {
  type auditSegment,
  segmentsContract,
} from '@atrium/contract/features/audit/operation-logs/segments.contract.ts'
import { Download } from 'lucide-react'
import type * as z from 'zod/mini'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import './operation-logs.css'

type Segment = z.output<typeof auditSegment>
const { exportSegment } = segmentsContract

const rowsOf = ({ first, last }: Segment) => t('第 {first} 到 {last} 条', { first, last })

const SegmentDownload = ({ segment }: { segment: Segment }) => {
  const [dialog, open] = useOverlay()
  const { first, last } = segment
  const start = (onClosed: () => void) => (
    <DownloadDialog
      title={t('下载归档')}
      description={t('正在下载{segment}。无需连接数据库即可核对：atrium audit-verify --segment 文件名', {
        segment: rowsOf(segment),
      })}
      fileName={t('操作日志归档 {first}-{last}.jsonl.gz', { first, last })}
      fetchFile={(way) => call(exportSegment, { body: { first } }, way)}
      onClosed={onClosed}
    />
  )
  return (
    <Can endpoint={exportSegment}>
      <Button
        icon={<Download aria-hidden size={14} />}
        aria-label={t('下载{segment}', { segment: rowsOf(segment) })}
        onClick={() => open(start)}
      >
        {t('下载')}
      </Button>
      {dialog}
    </Can>
  )
}

/** The archived segments of the company's log, newest first, each with its download. */
export const ArchiveDialog = ({ segments, onClosed }: { segments: readonly Segment[]; onClosed: () => void }) => (
  <Dialog title={t('操作日志归档')} onClose={onClosed} footer={<Button onClick={onClosed}>{t('关闭')}</Button>}>
    <div className="operation-task">
      <p>{t('超过在线期限的记录按月移入归档文件，内容与签名的检查点一并保存，可下载后核对。')}</p>
      <Facts
        facts={Object.fromEntries(
          segments.toReversed().map((segment) => [
            rowsOf(segment),
            <div key={segment.first} className="operation-archive">
              <span>
                {rich('{firstTime} 至 {lastTime}，{count}', {
                  firstTime: <Time at={segment.firstTime} />,
                  lastTime: <Time at={segment.lastTime} />,
                  count: formatBytes(segment.size),
                })}
              </span>
              <SegmentDownload segment={segment} />
            </div>,
          ]),
        )}
      />
    </div>
  </Dialog>
)
