import { lazy } from 'react'
import { useCommentCount } from '../features/content/comments/use-comment-count.ts'
import { declareComments } from '../kernel/comments/row-comments.tsx'

declareComments({
  useCount: useCommentCount,
  Comments: lazy(async () => ({ default: (await import('../features/content/comments/comments.tsx')).Comments })),
})
