import {
  type DownloadRow,
  type DownloadWay,
  documentReadersContract,
} from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import type { DocumentRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { SheetFormat } from '@atrium/contract/kernel/sheet.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { tableColumns } from '../../../kernel/listing/columns.tsx'
import { ExportButton } from '../../../kernel/listing/export-button.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { versionText } from './document-words.ts'

const { downloads, exportDownloads } = documentReadersContract
const columns = tableColumns<DownloadRow>(
  [
    { field: 'createTime', title: t('时间'), width: 168, show: (at) => <Time at={at} /> },
    { field: 'createBy', title: t('下载人'), leastWidth: 100, show: ({ name }) => name },
    { field: 'number', title: t('版本'), width: 76, show: versionText },
    {
      field: 'linkBy',
      title: t('方式', { context: 'download' }),
      leastWidth: 120,
      show: (linkBy) => (linkBy ? t('分享链接（{name}）', { name: linkBy.name }) : t('权限', { context: 'one' })),
    },
    { field: 'ip', title: t('IP 地址'), width: 128 },
  ],
  downloads,
)
type Choice = DownloadWay | 'all'
const choices: readonly { value: Choice; label: string }[] = [
  { value: 'all', label: t('全部') },
  { value: 'right', label: t('权限', { context: 'one' }) },
  { value: 'link', label: t('分享链接') },
]

/** Who has downloaded a file, with an export. */
export const DownloadList = ({ row: { id, title } }: { row: DocumentRow }) => {
  const [choice, setChoice] = useState<Choice>('all')
  const paging = usePaging()
  const [dialog, open] = useOverlay()
  const { page, size } = paging.query
  const filter = choice === 'all' ? {} : { 'f.way': choice }
  const read = useRead(downloads, { params: { id }, query: { page, size, ...filter } }, { staleTime: 0 })
  const openExport = (format: SheetFormat) =>
    open((onClosed) => (
      <DownloadDialog
        title={t('导出下载记录')}
        description={t('正在导出当前条件下的下载记录。')}
        fileName={t('{title} 下载记录.{format}', { title, format })}
        fetchFile={(way) =>
          call(exportDownloads, { params: { id }, body: { ...filter, format } }, way) as Promise<Blob>
        }
        onClosed={onClosed}
      />
    ))
  return (
    <section className="document-readers" aria-label={t('下载记录')}>
      <div className="document-readers-tools">
        <Segments<Choice>
          label={t('下载方式')}
          options={choices}
          value={choice}
          onChange={(next) => {
            paging.restart()
            setChoice(next)
          }}
        />
        <ExportButton
          endpoint={exportDownloads}
          rows={t('符合条件的全部')}
          offersAll={false}
          onPick={({ format }) => openExport(format)}
        />
      </div>
      <PagedTable<DownloadRow>
        label={t('下载记录')}
        columns={columns}
        read={read}
        paging={paging}
        placeholder={<Empty title={t('暂无下载记录')} />}
      />
      {dialog}
    </section>
  )
}
