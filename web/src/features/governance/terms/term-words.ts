import type { TermRow } from '@atrium/contract/features/governance/terms/terms.contract.ts'

/** The subject of a term: a user's role or account. */
export const termName = ({ name, account, roleName, roleId }: TermRow): string =>
  `${name}（${account}）的${roleId === null ? '账号' : `角色“${roleName}”`}`

/** One term by name, several by count. */
export const termsText = (terms: readonly TermRow[]): string => {
  const [only, ...others] = terms
  return only && others.length === 0 ? termName(only) : ` ${terms.length} 项`
}
/** Terms in the shape of the request. */
export const chosenTerms = (terms: readonly TermRow[]) =>
  terms.map(({ userId, roleId, expireTime }) => ({ userId, roleId, expireTime }))
