/** How somebody acts in another company: 查看、管理. Apart from the contract, since the sign-in page knows it too. */
export const visitModes = ['view', 'manage'] as const
export type VisitMode = (typeof visitModes)[number]
