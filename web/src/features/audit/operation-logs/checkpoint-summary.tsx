import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { Download } from 'lucide-react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'

/** Position and key of the latest signed checkpoint, with a download. */
export const CheckpointSummary = () => {
  const { data } = useRead(operationLogsContract.checkpoints, {})
  const newest = data?.checkpoints.at(-1)
  if (!data) return null
  if (!newest) return <p className="operation-task-count">暂无检查点：系统每天为有新记录的日志签名一次。</p>
  const save = () =>
    saveFile(
      `审计检查点 ${formatMoment(newest.time).replaceAll(':', '')}.json`,
      new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }),
    )
  return (
    <>
      <Facts
        facts={{
          最近检查点: (
            <>
              第 {newest.seq} 条，
              <Time at={newest.time} />
            </>
          ),
          公钥指纹: <code>{data.fingerprint}</code>,
        }}
      />
      <p>请下载检查点并另行保存：数据库被整体改写时，仅可凭已下载的检查点核验。</p>
      <div>
        <Button icon={<Download aria-hidden size={14} />} onClick={save}>
          下载检查点
        </Button>
      </div>
    </>
  )
}
