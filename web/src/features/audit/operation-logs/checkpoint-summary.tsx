import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { Download } from 'lucide-react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'

/** Position and key of the latest signed checkpoint, with a download. */
export const CheckpointSummary = () => {
  const { data } = useRead(operationLogsContract.checkpoints, {})
  const newest = data?.checkpoints.at(-1)
  if (!data) return null
  if (!newest) return <p className="operation-task-count">{t('暂无检查点：系统每天为有新记录的日志签名一次。')}</p>
  const save = () =>
    saveFile(
      t('审计检查点 {time}.json', { time: formatMoment(newest.time).replaceAll(':', '') }),
      new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }),
    )
  return (
    <>
      <Facts
        facts={{
          最近检查点: <>{rich('第 {seq} 条，{time}', { seq: newest.seq, time: <Time at={newest.time} /> })}</>,
          公钥指纹: <code>{data.fingerprint}</code>,
        }}
      />
      <p>{t('请下载检查点并另行保存：数据库被整体改写时，仅可凭已下载的检查点核验。')}</p>
      <div>
        <Button icon={<Download aria-hidden size={14} />} onClick={save}>
          {t('下载检查点')}
        </Button>
      </div>
    </>
  )
}
