import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'

/** Refusals for constraint violations when a race gets past the service. */
export const organizationConstraints = {
  orgs__name: { ...organizationsErrors.nameTaken, field: 'name' },
  orgs__code: { ...organizationsErrors.codeTaken, field: 'code' },
  posts__name: { ...organizationsErrors.postNameTaken, field: 'name' },
  posts__code: { ...organizationsErrors.postCodeTaken, field: 'code' },
  user_orgs__post: { ...organizationsErrors.postInUse, field: 'postId' },
} as const
