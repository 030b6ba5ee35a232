import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import type { MappingRule } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { canSeeScopeOrg, findOrganizations } from '../../access/authorization/index.ts'
import { createRoleValidator } from '../../people/users/index.ts'

/**
 * Throws `emptyRule`, `roleBeyondRights` for a role that the caller may not grant, and `noSuchOrganization` for one that
 * they do not see.
 */
export const assertMapping = async ({ db, actor }: RequestScope, rules: readonly MappingRule[]): Promise<void> => {
  if (rules.some(({ roleId, orgId }) => roleId === null && orgId === null))
    throw refusalAt(identityProvidersErrors.emptyRule, 'mapping')
  const [roleIds, orgIds] = [rules.flatMap(({ roleId }) => roleId ?? []), rules.flatMap(({ orgId }) => orgId ?? [])]
  const judge = await createRoleValidator(db, actor, roleIds)
  if (roleIds.some((id) => judge(id, true))) throw refusalAt(identityProvidersErrors.roleBeyondRights, 'mapping')
  if (orgIds.length === 0) return
  const orgs = await findOrganizations(db, actor.companyId, orgIds)
  const seen = orgs.filter((org) => canSeeScopeOrg(actor.rows, { ...org, below: false }))
  if (new Set(orgIds).size > seen.length) throw refusalAt(identityProvidersErrors.noSuchOrganization, 'mapping')
}

/** The rules that hold for what a provider says: a claim is the value, or a list with it. */
export const matchingRules = (rules: readonly MappingRule[], claims: Readonly<Record<string, unknown>>) =>
  rules.filter(({ claim, value }) => {
    const said = Object.hasOwn(claims, claim) ? claims[claim] : undefined
    return [said].flat().some((each) => ['string', 'number', 'boolean'].includes(typeof each) && String(each) === value)
  })
