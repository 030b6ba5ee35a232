import {
  type Attachment,
  attachmentsContract,
  maxAttachments,
} from '@atrium/contract/features/content/notices/attachments.contract.ts'
import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { acceptedEndings } from '@atrium/contract/features/content/uploads/file-types.ts'
import { Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { AttachmentList } from './attachment-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { authorsReads } from './notice-reads.ts'
import { canEdit, losesApproval } from './notice-states.ts'
import './notices.css'

const { attachments, attach, detach, openAttachment } = attachmentsContract
const affected = [attachments, ...authorsReads] as const

const AttachButton = ({ id }: { id: string }) => {
  const input = useRef<HTMLInputElement>(null)
  const write = useWrite(attach, { invalidates: affected })
  return (
    <Can endpoint={attach}>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedEndings('news')}
        aria-label={t('选择附件')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) write.mutate({ params: { id }, file })
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button icon={<Upload aria-hidden size={16} />} loading={write.isPending} onClick={() => input.current?.click()}>
        {t('上传附件')}
      </Button>
    </Can>
  )
}

type DetailsProps = { id: string; file: Attachment; isLocked: boolean }
const Details = ({ id, file: { fileId, name, sha256, downloads }, isLocked }: DetailsProps) => {
  const write = useWrite(detach, { invalidates: affected })
  const [ask, question] = useConfirm()
  const askFirst = () =>
    ask({
      title: t('移除附件“{name}”？', { name }),
      body: t('移除后读者无法再下载，且无法恢复。'),
      confirm: t('移除'),
      danger: true,
      run: () => write.mutateAsync({ params: { id, fileId } }),
    })
  return (
    <>
      <span className="notice-file-note">{t('下载 {downloads} 次', { downloads })}</span>
      {!isLocked && (
        <Can endpoint={detach}>
          <Button
            look="quiet"
            aria-label={t('移除{name}', { name })}
            icon={<X aria-hidden size={16} />}
            loading={write.isPending}
            onClick={askFirst}
          >
            {null}
          </Button>
        </Can>
      )}
      <span className="notice-file-digest">{`SHA-256 ${sha256}`}</span>
      {question}
    </>
  )
}

/** Files of a notice: adding, removing, and how often they were downloaded. */
export const AttachmentsDrawer = ({ row, onClosed }: RowDrawerProps<NoticeRow>) => {
  const { id, title } = row
  const [open, setOpen] = useState(true)
  const read = useRead(attachments, { params: { id } })
  const isLocked = !canEdit(row)
  return (
    <Drawer title={t('附件：{title}', { title })} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <p className="notice-note">{t('最多 {maxAttachments} 个，每个不超过 20 MB；读者可下载。', { maxAttachments })}</p>
      {losesApproval(row) && <p className="notice-note">{t('附件有变动的，须重新提交审核。')}</p>}
      {isLocked ? (
        <p className="notice-note">{t('本公司的公告须经审核，附件须在撤回后才能变动。')}</p>
      ) : (
        <AttachButton id={id} />
      )}
      <ReadState read={read}>
        {(files) =>
          files.length === 0 ? (
            <Empty title={t('暂无附件')} />
          ) : (
            <AttachmentList
              files={files}
              link={(file) => <DownloadButton endpoint={openAttachment} id={id} file={file} />}
              more={(file) => <Details id={id} file={file} isLocked={isLocked} />}
            />
          )
        }
      </ReadState>
    </Drawer>
  )
}
