import { type Comment, commentsContract } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { splitMentions } from '@atrium/contract/features/content/comments/mentions.ts'
import { createElement, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { t } from '../../../ui/texts.ts'
import { PersonAvatar } from '../../people/users/public/person-avatar.tsx'
import { FileList } from '../uploads/public/file-list.tsx'
import { tellUnreached } from './comment-box.tsx'
import { MentionArea } from './mention-area.tsx'
import { type Mentioned, toEdited, toStored } from './mention-text.ts'

const { list, update, withdraw, remove, download } = commentsContract
const invalidates = [list] as const

const Mention = ({ name }: { name: string }) => <bdi className="comment-mention">{`@${name}`}</bdi>

const CommentText = ({ text, people }: Pick<Comment, 'text' | 'people'>) => {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? t('已注销用户')
  const toShown = (part: string | { id: string }) =>
    typeof part === 'string' ? part : createElement(Mention, { name: nameOf(part.id) })
  // As children of their own they need no keys.
  return createElement('p', { className: 'comment-text', dir: 'auto' }, ...splitMentions(text).map(toShown))
}

const EditBox = ({ comment, onClose }: { comment: Comment; onClose: () => void }) => {
  const { id, version } = comment
  const [edited, setEdited] = useState<{ text: string; mentioned: readonly Mentioned[] }>(() =>
    toEdited(comment.text, comment.people),
  )
  const write = useWrite(update, {
    invalidates,
    onDone: ({ unreached }) => {
      onClose()
      tellUnreached(unreached)
    },
  })
  const isReady = edited.text.trim() !== '' && !write.isPending
  const save = () => {
    const text = toStored(edited.text, edited.mentioned)
    if (isReady) write.mutate({ params: { id }, body: { text, version } })
  }
  return (
    <div className="comment-box">
      <MentionArea
        label={t('评论内容')}
        value={edited.text}
        mentioned={edited.mentioned}
        onChange={(text, mentioned) => setEdited({ text, mentioned })}
        onSubmit={save}
        focused
      />
      <div className="comment-box-foot">
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button look="primary" disabled={!isReady} loading={write.isPending} onClick={save}>
          {t('保存')}
        </Button>
      </div>
    </div>
  )
}

/** Deletes a comment: one’s own, or that of another by permission. */
const useRemoval = ({ id, own }: Comment) => {
  const mayWithdraw = useCan(withdraw)
  const mayRemove = useCan(remove)
  const endpoint = own && mayWithdraw ? withdraw : remove
  const write = useWrite(endpoint, { invalidates })
  const [ask, question] = useConfirm()
  const askFirst = () =>
    ask({
      title: t('删除该评论？'),
      body: t('内容和附件将被删除且无法恢复，仅保留删除记录。'),
      confirm: t('删除'),
      danger: true,
      run: () => write.mutateAsync({ params: { id } }),
    })
  return {
    askFirst: own ? (mayWithdraw || mayRemove ? askFirst : undefined) : mayRemove ? askFirst : undefined,
    question,
  }
}

/** One comment. */
export const CommentItem = ({ comment }: { comment: Comment }) => {
  const { id, author, own, createTime, editTime, removed, text, people, files } = comment
  const [isEdited, setIsEdited] = useState(false)
  const mayEdit = useCan(update) && own
  const { askFirst, question } = useRemoval(comment)
  return (
    <li className="comment">
      <PersonAvatar {...author} />
      <article aria-label={t('{name} 的评论', { name: author.name })}>
        <header>
          <strong>{author.name}</strong>
          <span className="comment-note">
            <RelativeTime at={createTime} />
            {editTime && !removed && t(' · 已编辑')}
          </span>
          {!removed && !isEdited && (
            <span className="comment-acts">
              {mayEdit && (
                <Button look="link" onClick={() => setIsEdited(true)}>
                  {t('编辑')}
                </Button>
              )}
              {askFirst && (
                <Button look="link" onClick={askFirst}>
                  {t('删除')}
                </Button>
              )}
            </span>
          )}
        </header>
        {removed && <p className="comment-removed">{t('该评论已由 {name} 删除', { name: removed.by.name })}</p>}
        {isEdited ? (
          <EditBox comment={comment} onClose={() => setIsEdited(false)} />
        ) : (
          !removed && <CommentText text={text} people={people} />
        )}
        <FileList id={id} files={files} download={download} />
        {question}
      </article>
    </li>
  )
}
