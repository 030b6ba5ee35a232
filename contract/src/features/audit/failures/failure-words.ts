import { t } from '../../../kernel/texts.ts'
import type { FailedCall, failureStates } from './failed-calls.contract.ts'
import { pageMethod } from './page-failures.contract.ts'

export const stateNames: Record<(typeof failureStates)[number], string> = { open: '待处理', handled: '已处理' }

export const isPage = ({ method }: FailedCall): boolean => method === pageMethod

/** The caller; for other companies the operator sees the company only. */
export const callerText = ({ user, company, acting }: FailedCall): string => {
  if (company) return company.name
  if (!user) return t('未登录')
  return acting ? t('{name}（访问 {name2}）', { name: user.name, name2: acting.name }) : user.name
}
export const callText = (call: FailedCall): string => {
  const { name, method, path } = call
  return isPage(call) ? t('页面 {path}', { path }) : name || `${method} ${path}`
}
