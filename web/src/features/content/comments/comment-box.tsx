import { commentsContract, maxCommentFiles } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { acceptedEndings } from '@atrium/contract/features/content/uploads/file-types.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { CommentedRow } from '../../../kernel/comments/row-comments.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { MentionArea } from './mention-area.tsx'
import { type Mentioned, toStored } from './mention-text.ts'

const { add, attach, list } = commentsContract
type Attached = { id: string; name: string }

/** Says who was mentioned and may not see the row. */
export const tellUnreached = (unreached: readonly { name: string }[]): void => {
  if (unreached.length === 0) return
  const names = listText(unreached.map(({ name }) => name))
  toast.warning(t('{names} 无权查看此页面，未收到提醒', { names }))
}

const AttachedFiles = ({ files, onRemove }: { files: readonly Attached[]; onRemove: (id: string) => void }) =>
  files.length > 0 && (
    <ul className="comment-files" aria-label={t('附件')}>
      {files.map(({ id, name }) => (
        <li key={id}>
          <Paperclip size={14} aria-hidden />
          <span>{name}</span>
          <button type="button" aria-label={t('移除{name}', { name })} onClick={() => onRemove(id)}>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )

/** Where a comment is written. */
export const CommentBox = ({ row }: { row: CommentedRow }) => {
  const [text, setText] = useState('')
  const [mentioned, setMentioned] = useState<readonly Mentioned[]>([])
  const [files, setFiles] = useState<readonly Attached[]>([])
  const input = useRef<HTMLInputElement>(null)
  const write = useWrite(add, {
    invalidates: [list],
    silentSuccess: true,
    onDone: ({ unreached }) => {
      setText('')
      setMentioned([])
      setFiles([])
      tellUnreached(unreached)
    },
  })
  const upload = useWrite(attach, { silentSuccess: true })
  const isReady = text.trim() !== '' && !write.isPending && !upload.isPending
  const submit = () => {
    if (!isReady) return
    const fileIds = files.map(({ id }) => id)
    write.mutate({ body: { ...row, text: toStored(text, mentioned), fileIds } })
  }
  const send = async (file: File) => {
    const { id } = await upload.mutateAsync({ body: {}, file })
    setFiles((former) => [...former, { id, name: file.name }])
  }
  return (
    <div className="comment-box">
      <MentionArea
        label={t('评论内容')}
        value={text}
        mentioned={mentioned}
        onChange={(next, people) => {
          setText(next)
          setMentioned(people)
        }}
        onSubmit={submit}
      />
      <AttachedFiles files={files} onRemove={(id) => setFiles(files.filter((file) => file.id !== id))} />
      <div className="comment-box-foot">
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedEndings('doc')}
          aria-label={t('选择附件')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // `call` shows the failure.
            if (file) send(file).catch(() => undefined)
            currentTarget.value = ''
          }}
        />
        <Button
          look="quiet"
          icon={<Paperclip size={16} aria-hidden />}
          loading={upload.isPending}
          disabled={files.length >= maxCommentFiles}
          onClick={() => input.current?.click()}
        >
          {t('添加附件')}
        </Button>
        <Button look="primary" disabled={!isReady} loading={write.isPending} onClick={submit}>
          {t('发表评论')}
        </Button>
      </div>
    </div>
  )
}
