import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import {
  type AccessLevel,
  findPreview,
  includesLevel,
} from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentPreviewsContract } from '@atrium/contract/features/content/documents/document-previews.contract.ts'
import { documentReadersContract } from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { trashDays } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { type DocumentRow, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import type { RowAction, RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { DocumentDrawer, type DocumentTab } from './document-drawer.tsx'
import { MoveForm } from './move-form.tsx'
import { PreviewDrawer } from './preview-drawer.tsx'
import { RenameForm } from './rename-form.tsx'
import { startDownload } from './start-download.ts'

const { get, rename, move, remove, download } = documentsContract
const allows = (level: AccessLevel) => (row: DocumentRow) => includesLevel(row.level, level)

/** Downloads the newest version. */
const Download = ({ row, onClosed }: RowDrawerProps<DocumentRow>) => {
  const begin = useEffectEvent(() => {
    startDownload(row.id)
      .catch(() => undefined)
      .finally(onClosed)
  })
  const started = useRef(false)
  useEffect(() => {
    // Effects rerun when a kept page is shown again; begin once.
    if (started.current) return
    started.current = true
    begin()
  }, [])
  return null
}

/**
 * What may be done with a file of the list.
 * @param onVersion what uploads a file as the newest version
 */
export const documentActions = (onVersion: (id: string, file: File) => void): readonly RowAction<DocumentRow>[] => {
  const at = (first: DocumentTab) => (props: Pick<RowDrawerProps<DocumentRow>, 'row' | 'onClosed'>) => (
    <DocumentDrawer {...props} first={first} onVersion={onVersion} />
  )
  return [
    {
      label: t('预览'),
      endpoint: documentPreviewsContract.content,
      when: (row) => row.state === 'ready' && findPreview(row) !== undefined,
      drawer: ({ row, onClosed }) => <PreviewDrawer version={{ ...row, number: row.versions }} onClosed={onClosed} />,
    },
    { label: t('详情'), endpoint: get, drawer: at('facts') },
    {
      label: t('下载'),
      endpoint: download,
      when: (row) => row.state === 'ready' && allows('download')(row),
      drawer: Download,
    },
    { label: t('权限'), endpoint: documentAccessContract.changeAccess, when: allows('manage'), drawer: at('access') },
    {
      label: t('分享链接'),
      endpoint: documentLinksContract.links,
      when: allows('manage'),
      drawer: at('links'),
    },
    {
      label: t('阅读与下载'),
      endpoint: documentReadersContract.readers,
      when: allows('manage'),
      drawer: at('readers'),
    },
    { label: t('重命名'), endpoint: rename, when: allows('edit'), drawer: RenameForm },
    {
      label: t('移动'),
      endpoint: move,
      when: ({ takeable }) => takeable,
      drawer: (props) => <MoveForm {...props} isFolder={false} />,
    },
    {
      label: t('删除'),
      endpoint: remove,
      danger: true,
      when: ({ takeable }) => takeable,
      confirm: ({ id, title }) => ({
        title: t('将“{title}”移入回收站？', { title }),
        body: t('{trashDays} 天内可恢复。', { trashDays }),
        run: async () => {
          await call(remove, { params: { id } })
          await Promise.all(affectedReads.map(invalidate))
        },
      }),
    },
  ]
}
