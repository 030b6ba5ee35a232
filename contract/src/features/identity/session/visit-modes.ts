/** Modes of a visit: 查看、管理. In a file of its own, for the sign-in page. */
export const visitModes = ['view', 'manage'] as const
export type VisitMode = (typeof visitModes)[number]
