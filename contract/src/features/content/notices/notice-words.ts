/** `notice`: concerns the reader's work. `news`: for information. */
export const noticeTypes = ['notice', 'news'] as const
export type NoticeType = (typeof noticeTypes)[number]

/** Who a notice reaches. `portal`: everybody who opens the public page. */
export const noticeScopes = ['all', 'company', 'org', 'role', 'user', 'portal'] as const
export type NoticeScope = (typeof noticeScopes)[number]

export const noticeLevels = ['low', 'mid', 'high'] as const
export type NoticeLevel = (typeof noticeLevels)[number]

/**
 * `scheduled`, `published` and `ended` are derived from its times: a notice becomes published, and ends, at its time
 * without any work. `submitted`, `approved` and `rejected` come before that in companies that require approval.
 */
export const noticeStatus = {
  draft: 0,
  scheduled: 1,
  published: 2,
  revoked: 3,
  ended: 4,
  submitted: 5,
  approved: 6,
  rejected: 7,
} as const
export const noticeStates = [0, 1, 2, 3, 4, 5, 6, 7] as const
export type NoticeState = (typeof noticeStates)[number]

/** Most targets of one notice. */
export const maxTargets = 200
/** Counts of readers in lists end here. */
export const maxReads = 10_000
