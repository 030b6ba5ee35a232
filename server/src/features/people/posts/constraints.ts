import { postsErrors } from '@atrium/contract/features/people/posts/posts.errors.ts'

/** Refusals for violated constraints. */
export const postConstraints = {
  posts__name: { ...postsErrors.nameTaken, field: 'name' },
  posts__code: { ...postsErrors.codeTaken, field: 'code' },
  user_orgs__post: { ...postsErrors.inUse, field: 'postId' },
} as const
