import type { TermRow } from '@atrium/contract/features/terms/terms.contract.ts'

/** What has the end: a role of somebody, or his account. */
export const termName = ({ name, account, roleName, roleId }: TermRow): string =>
  `${name}（${account}）的${roleId === null ? '账号' : `角色“${roleName}”`}`

/** One term by name, several by their number. */
export const termsText = (terms: readonly TermRow[]): string => {
  const [only, ...others] = terms
  return only && others.length === 0 ? termName(only) : ` ${terms.length} 项`
}
/** As the call names them. */
export const chosenTerms = (terms: readonly TermRow[]) =>
  terms.map(({ userId, roleId, expireTime }) => ({ userId, roleId, expireTime }))
