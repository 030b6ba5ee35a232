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
import { Time } from '../../../ui/time.tsx'
import { affectedReads } from './affected-reads.ts'
import { restoreAs } from './restore-as.ts'

const { trashed, restore, purge } = documentTrashContract
const refetch = () => Promise.all(affectedReads.map(invalidate))

const toPlace = (folderTitle: string) => (folderTitle === '' ? '顶级' : `“${folderTitle}”`)

/** What the user may restore. */
export const TrashList = () => {
  const [ask, question] = useConfirm()
  const restoreRow = async (row: TrashedRow, renamed?: string): Promise<unknown> => {
    const free = await restoreAs(row.id, renamed)
    if (free === undefined) return refetch()
    // Once the question that led here has closed.
    setTimeout(() =>
      ask({
        title: `恢复为“${free}”？`,
        body: `${toPlace(row.folderTitle)}中已有同名的文件或文件夹，可换用该名称恢复。`,
        confirm: '恢复',
        run: () => restoreRow(row, free),
      }),
    )
  }
  return (
    <>
      <ListPage
        contract={{ list: trashed }}
        texts={{
          noun: '已删除的文档',
          purpose: `删除的文件和文件夹在回收站保留 ${trashDays} 天，期间可恢复。`,
          searchHint: '名称',
        }}
        columns={[
          { field: 'title', title: '名称', leastWidth: 200 },
          { field: 'kind', title: '类型', width: 88, show: (kind) => (kind === 'folder' ? '文件夹' : '文件') },
          { field: 'folderTitle', title: '原位置', width: 160, show: (title) => title || '顶级' },
          {
            field: 'size',
            title: '大小',
            width: 96,
            alignRight: true,
            show: (size, { kind }) => kind === 'file' && formatBytes(size),
          },
          { field: 'trashBy', title: '删除人', width: 120, show: ({ name }) => name },
          { field: 'trashTime', title: '删除时间', width: 176, show: (at) => <Time at={at} /> },
        ]}
        actions={{
          row: [
            {
              label: '恢复',
              endpoint: restore,
              confirm: (row) => ({
                title: `恢复“${row.title}”？`,
                body: `将恢复到${toPlace(row.folderTitle)}。`,
                run: () => restoreRow(row),
              }),
            },
            {
              label: '彻底删除',
              endpoint: purge,
              danger: true,
              confirm: ({ id, title, kind }) => ({
                title: `彻底删除“${title}”？`,
                body: `${kind === 'folder' ? '其中的文件和文件夹' : '其全部版本'}将一并删除，不可恢复。`,
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
