import { commentsContract } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { type CommentPorts, createComments } from './comments.service.ts'

/** Comments beside rows that have pages. */
export const createCommentsFeature = (ports: CommentPorts) => ({
  routes: implement(commentsContract, createComments(ports)),
})
