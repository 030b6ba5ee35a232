import type { TermRow } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { t } from '../../../ui/texts.ts'

/** The subject of a term: a user's role or account. */
export const termName = ({ name, account, roleName, roleId }: TermRow): string =>
  roleId === null
    ? t('{name}（{account}）的账号', { name, account })
    : t('{name}（{account}）的角色“{roleName}”', { name, account, roleName })

/** Terms in the shape of the request. */
export const chosenTerms = (terms: readonly TermRow[]) =>
  terms.map(({ userId, roleId, expireTime }) => ({ userId, roleId, expireTime }))
