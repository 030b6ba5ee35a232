/** Errors of `kernelErrors` that the console handles itself; a module of their own keeps the sign-in bundle small. */
export const sessionInvalid = { code: 101, msg: '登录已过期，请重新登录' } as const
export const forbidden = { code: 403, msg: '拒绝访问' } as const
/** The call is carried out once it is approved (`approval` of its endpoint): no failure to who made it. */
export const waitsForApproval = { code: 2313, msg: '已提交审批，通过后自动执行，可在“审批”中查看' } as const
export const otherCompany = { code: 412, msg: '当前页面所在的公司已切换，请刷新页面后重试' } as const
