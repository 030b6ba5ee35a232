import { commentsChanged, commentsContract } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { useEffect, useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import type { CommentedRow } from '../../../kernel/comments/row-comments.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { t } from '../../../ui/texts.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import { commentsPerPage, useComments } from './use-comment-count.ts'
import './comments.css'

const { add, list } = commentsContract

/** The comments beside a row, newest first; those of others appear as they are written. */
export const Comments = (row: CommentedRow) => {
  const { id } = row
  const [page, setPage] = useState(1)
  const read = useComments(row, page)
  useEffect(() => subscribe(commentsChanged, (changed) => void ((changed?.id ?? id) === id && invalidate(list))), [id])
  return (
    <div className="comments">
      <Can endpoint={add}>
        <CommentBox row={row} />
      </Can>
      <ReadState read={read}>
        {({ data, total }) => (
          <>
            {data.length === 0 && <Empty title={t('暂无评论')} />}
            <ul className="comment-list" aria-label={t('评论')}>
              {data.map((comment) => (
                <CommentItem key={comment.id} comment={comment} />
              ))}
            </ul>
            {total > commentsPerPage && (
              <Pagination
                page={page}
                size={commentsPerPage}
                sizes={[commentsPerPage]}
                total={total}
                more={false}
                onChange={setPage}
              />
            )}
          </>
        )}
      </ReadState>
    </div>
  )
}
