import type { TermRow } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { t } from '../../../ui/texts.ts'

/** The subject of a term: a user's role or account. */
export const termName = ({ name, account, roleName, roleId }: TermRow): string =>
  t('{name}（{account}）的{value}', {
    name,
    account,
    value: roleId === null ? t('账号') : t('角色“{roleName}”', { roleName }),
  })

/** One term by name, several by count. */
export const termsText = (terms: readonly TermRow[]): string => {
  const [only, ...others] = terms
  return only && others.length === 0 ? termName(only) : t(' {count} 项', { count: terms.length })
}
/** Terms in the shape of the request. */
export const chosenTerms = (terms: readonly TermRow[]) =>
  terms.map(({ userId, roleId, expireTime }) => ({ userId, roleId, expireTime }))
