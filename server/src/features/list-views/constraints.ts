import { listViewsErrors } from '@atrium/contract/features/list-views/list-views.errors.ts'

/** Which refusal each constraint of the feature's tables stands for. */
export const listViewConstraints = {
  list_views__name: { ...listViewsErrors.nameTaken, field: 'name' },
} as const
