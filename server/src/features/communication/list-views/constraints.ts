import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'

/** Refusals for constraint violations. */
export const listViewConstraints = {
  list_views__name: { ...listViewsErrors.nameTaken, field: 'name' },
} as const
