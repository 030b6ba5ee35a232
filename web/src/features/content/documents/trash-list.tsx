import {
  documentTrashContract,
  type TrashedRow,
  trashDays,
} from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { affectedReads } from './affected-reads.ts'
import { restoreAs } from './restore-as.ts'

const { trashed, restore, purge } = documentTrashContract
const refetch = () => Promise.all(affectedReads.map(invalidate))

/** What the user may restore. */
export const TrashList = () => {
  const [ask, question] = useConfirm()
  const restoreRow = async (row: TrashedRow, renamed?: string): Promise<unknown> => {
    const free = await restoreAs(row.id, renamed)
    if (free === undefined) return refetch()
    // Once the question that led here has closed.
    setTimeout(() =>
      ask({
        title: t('恢复为“{free}”？', { free }),
        body: row.folderTitle
          ? t('“{folder}”中已有同名的文件或文件夹，可换用该名称恢复。', { folder: row.folderTitle })
          : t('顶级中已有同名的文件或文件夹，可换用该名称恢复。'),
        confirm: t('恢复'),
        run: () => restoreRow(row, free),
      }),
    )
  }
  return (
    <>
      <ListPage
        contract={{ list: trashed }}
        texts={{
          noun: t('已删除的文档'),
          purpose: t('删除的文件和文件夹在回收站保留 {trashDays} 天，期间可恢复。', { trashDays }),
          searchHint: t('名称'),
        }}
        columns={[
          { field: 'title', title: t('名称'), leastWidth: 200 },
          { field: 'kind', title: t('类型'), width: 88, show: (kind) => (kind === 'folder' ? t('文件夹') : t('文件')) },
          { field: 'folderTitle', title: t('原位置'), width: 160, show: (title) => title || t('顶级') },
          {
            field: 'size',
            title: t('大小'),
            width: 96,
            alignRight: true,
            show: (size, { kind }) => kind === 'file' && formatBytes(size),
          },
          { field: 'trashBy', title: t('删除人'), width: 120, show: ({ name }) => name },
          { field: 'trashTime', title: t('删除时间'), width: 176, show: (at) => <Time at={at} /> },
        ]}
        actions={{
          row: [
            {
              label: t('恢复'),
              endpoint: restore,
              confirm: (row) => ({
                title: t('恢复“{title}”？', { title: row.title }),
                body: row.folderTitle ? t('将恢复到“{folder}”。', { folder: row.folderTitle }) : t('将恢复到顶级。'),
                run: () => restoreRow(row),
              }),
            },
            {
              label: t('彻底删除'),
              endpoint: purge,
              danger: true,
              confirm: ({ id, title, kind }) => ({
                title: t('彻底删除“{title}”？', { title }),
                body:
                  kind === 'folder'
                    ? t('其中的文件和文件夹将一并删除，不可恢复。')
                    : t('其全部版本将一并删除，不可恢复。'),
                run: async () => {
                  await call(purge, { params: { id } })
                  await refetch()
                },
              }),
            },
          ],
        }}
      />
      {question}
    </>
  )
}
