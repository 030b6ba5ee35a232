import type { FailedCall, failureStates } from './failed-calls.contract.ts'
import { pageMethod } from './page-failures.contract.ts'

export const stateNames: Record<(typeof failureStates)[number], string> = { open: '待处理', handled: '已处理' }

export const isPage = ({ method }: FailedCall): boolean => method === pageMethod

/** The caller; for other companies the operator sees the company only. */
export const callerText = ({ user, company, acting }: FailedCall): string => {
  if (company) return company.name
  if (!user) return '未登录'
  return acting ? `${user.name}（访问 ${acting.name}）` : user.name
}
export const callText = (call: FailedCall): string => {
  const { name, method, path } = call
  return isPage(call) ? `页面 ${path}` : name || `${method} ${path}`
}
