import { type UploadRow, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { FileStateTag } from './public/file-state-tag.tsx'
import { purposeName, referenceName } from './upload-words.ts'

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="upload-lines">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

/** All that is known of a file: where it is used, and which files have the same content. */
export const UploadDetails = ({ row, onClosed }: RowDrawerProps<UploadRow>) => {
  const { data: file } = useRead(uploadsContract.get, { params: { id: row.id } })
  const references = file?.references ?? []
  const copies = file?.copies ?? []
  return (
    <RowDetails
      title={t('文件：{name}', { name: row.name })}
      facts={{
        状态: <FileStateTag {...row} />,
        病毒名称: row.finding,
        [t('说明', { context: 'note' })]:
          row.state === 'unscanned' && t('多次查毒未得出结果，文件不能下载。可重新查毒，或删除后重新上传。'),
        用途: purposeName(row.biz),
        类型: row.mime,
        大小: formatBytes(row.size),
        像素: row.width !== null && `${row.width} × ${row.height}`,
        使用处: references.length > 0 ? <Lines lines={references.map(referenceName)} /> : t('暂未使用，一天后自动删除'),
        相同文件: copies.length > 0 && (
          <Lines lines={copies.map(({ name, createTime }) => notedText(name, formatMoment(createTime)))} />
        ),
        'SHA-256': <code className="upload-digest">{row.sha256}</code>,
        上传人: row.createBy.name,
        上传时间: <Time at={row.createTime} />,
        下载: file?.url && (
          <a href={file.url} download={row.name}>
            {t('下载文件')}
          </a>
        ),
      }}
      onClosed={onClosed}
    />
  )
}
