import type { FailedCall, failureStates } from '@atrium/contract/features/operation-logs/failed-calls.contract.ts'

export const stateNames: Record<(typeof failureStates)[number], string> = { open: '待处理', handled: '已处理' }

/** Whose call it was: of another company the operator is told the company alone. */
export const callerText = ({ user, company, acting }: FailedCall): string => {
  if (company) return company.name
  if (!user) return '未登录'
  return acting ? `${user.name}（访问 ${acting.name}）` : user.name
}
export const callText = ({ name, method, path }: FailedCall): string => name || `${method} ${path}`
