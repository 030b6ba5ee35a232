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
import { AttachmentList } from './attachment-list.tsx'
import { authorsReads } from './notice-reads.ts'
import './notices.css'

const { attachments, attach, detach } = attachmentsContract
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
        aria-label="选择附件"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) write.mutate({ params: { id }, file })
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button icon={<Upload aria-hidden size={16} />} loading={write.isPending} onClick={() => input.current?.click()}>
        上传附件
      </Button>
    </Can>
  )
}

const Details = ({ id, file: { fileId, name, sha256, downloads } }: { id: string; file: Attachment }) => {
  const write = useWrite(detach, { invalidates: affected })
  const [ask, question] = useConfirm()
  const askFirst = () =>
    ask({
      title: `移除附件“${name}”？`,
      body: '移除后读者无法再下载，且无法恢复。',
      confirm: '移除',
      danger: true,
      run: () => write.mutateAsync({ params: { id, fileId } }),
    })
  return (
    <>
      <span className="notice-file-note">{`下载 ${downloads} 次`}</span>
      <Can endpoint={detach}>
        <Button
          look="quiet"
          aria-label={`移除${name}`}
          icon={<X aria-hidden size={16} />}
          loading={write.isPending}
          onClick={askFirst}
        >
          {null}
        </Button>
      </Can>
      <span className="notice-file-digest">{`SHA-256 ${sha256}`}</span>
      {question}
    </>
  )
}

/** Files of a notice: adding, removing, and how often they were downloaded. */
export const AttachmentsDrawer = ({ row: { id, title }, onClosed }: RowDrawerProps<NoticeRow>) => {
  const [open, setOpen] = useState(true)
  const read = useRead(attachments, { params: { id } })
  return (
    <Drawer title={`附件：${title}`} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <p className="notice-note">{`最多 ${maxAttachments} 个，每个不超过 20 MB；读者可下载。`}</p>
      <AttachButton id={id} />
      <ReadState read={read}>
        {(files) =>
          files.length === 0 ? (
            <Empty title="暂无附件" />
          ) : (
            <AttachmentList files={files} link={({ name }) => name} more={(file) => <Details id={id} file={file} />} />
          )
        }
      </ReadState>
    </Drawer>
  )
}
