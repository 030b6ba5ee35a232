import { type UploadRow, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { FileStateTag, fileStateOptions } from './public/file-state-tag.tsx'
import { SendingList } from './public/sending-list.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadDetails } from './upload-details.tsx'
import { UploadRemoval } from './upload-removal.tsx'
import { purposeName, purposeOptions } from './upload-words.ts'
import { useUploads } from './use-uploads.ts'
import './uploads.css'

const { list, get, rescan, remove } = uploadsContract

const askToRescan = ({ id, name }: UploadRow) => ({
  title: t('重新查毒“{name}”？', { name }),
  body: t('查毒通过后即可下载。'),
  run: () => call(rescan, { params: { id } }),
})

/** The stored files of a company, and uploading more. */
export const UploadsPage = () => {
  const { sending, start, retry, dismiss } = useUploads()
  return (
    <div className="uploads-page">
      <SendingList sending={sending} onRetry={retry} onDismiss={dismiss} />
      <ListPage
        contract={{ list }}
        texts={{
          noun: t('文件'),
          purpose: t('查看公司上传的文件、使用处和占用的空间。未被使用的文件一天后自动删除。'),
          searchHint: t('文件名'),
          rowName: ({ name }) => name,
        }}
        columns={[
          { field: 'name', title: t('文件名'), leastWidth: 200 },
          { field: 'biz', title: t('用途'), width: 104, show: purposeName },
          { field: 'size', title: t('大小'), width: 96, alignRight: true, show: formatBytes },
          { field: 'uses', title: t('使用处'), width: 88, alignRight: true, show: (uses) => t('{uses} 处', { uses }) },
          {
            field: 'duplicates',
            title: t('相同文件'),
            width: 96,
            show: (many) => (many > 0 ? <Tag tone="accent">{t('另有 {many} 个', { many })}</Tag> : t('无')),
          },
          { field: 'state', title: t('状态'), width: 88, show: (_state, row) => <FileStateTag {...row} /> },
          { field: 'createBy', title: t('上传人'), width: 120, show: ({ name }) => name },
          { field: 'createTime', title: t('上传时间'), width: 176, show: (at) => <Time at={at} /> },
        ]}
        filters={[
          { kind: 'select', name: 'biz', label: t('用途'), options: purposeOptions },
          { kind: 'select', name: 'state', label: t('状态'), options: fileStateOptions },
          { kind: 'dateTimeRange', name: 'createTime', label: t('上传时间') },
        ]}
        actions={{
          tools: <UploadButton onFiles={start} />,
          timeline: 'file',
          row: [
            { label: t('详情'), endpoint: get, drawer: UploadDetails },
            {
              label: t('重新查毒'),
              endpoint: rescan,
              when: ({ state }) => state === 'unscanned',
              confirm: askToRescan,
            },
            { label: t('删除'), endpoint: remove, danger: true, drawer: UploadRemoval },
          ],
        }}
      />
    </div>
  )
}
