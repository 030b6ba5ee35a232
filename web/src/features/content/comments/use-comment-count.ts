import { commentsContract } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { CommentedRow } from '../../../kernel/comments/row-comments.tsx'

export const commentsPerPage = 20

/** The first page of the comments beside a row, which also says how many there are. */
export const useComments = ({ entity, id }: CommentedRow, page = 1) =>
  useRead(commentsContract.list, { query: { entity, id, page, size: commentsPerPage } }, { toasts: false })

/** How many comments a row has. */
export const useCommentCount = (row: CommentedRow): number | undefined => useComments(row).data?.total
