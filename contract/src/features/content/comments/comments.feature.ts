import type { Feature } from '../../../kernel/feature.ts'
import { commentsContract } from './comments.contract.ts'
import { commentsErrors } from './comments.errors.ts'

export const commentsFeature = {
  sort: 374,
  contracts: { comments: commentsContract },
  errors: { comments: commentsErrors },
} as const satisfies Feature

export const commentsWords = {
  sysComments: '评论',
  'comment.added': '新增评论',
  'comment.updated': '修改评论',
  'comment.withdrawn': '删除自己的评论',
  'comment.removed': '删除他人的评论',
  'commentFile.uploaded': '上传评论附件',
} as const
