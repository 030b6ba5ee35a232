import { orNotFound } from '../../../../kernel/db/crud-handlers.ts'
import { applyMask } from '../../../../kernel/restrictions.ts'
import type { Actor, RequestScope } from '../../../../kernel/scope.ts'
import { maskByUserField, requireRight } from '../../../people/users/index.ts'
import { claimsPreviewRepository as repository } from './claims-preview.repository.ts'
import { buildClaims, isInIdToken, type KnownPerson, readPerson } from './oidc-claims.ts'

/** Contacts as the caller may see them. */
const maskFor = ({ restricted }: Actor, person: KnownPerson): KnownPerson => {
  const shown = (field: 'phone' | 'email') =>
    person[field] && applyMask(person[field], restricted?.[`users.${field}`], maskByUserField[field])
  return { ...person, phone: shown('phone'), email: shown('email') }
}
const toClaimRows = (claims: object) =>
  Object.entries(claims).map(([name, value]) => ({ name, value: JSON.stringify(value) }))

/** What an application would learn about a person: by the code that answers it. */
export const createClaimsPreview = (issuer: string) => ({
  /**
   * Throws `notFound` for an application, and a person outside the caller's row scope, and `PermissionDenied` unless the
   * caller may read users.
   */
  async get({ db, actor }: RequestScope, appId: string, userId: string) {
    requireRight(actor, 'sysUsers:get')
    const { companyId } = actor
    const { appKey, scopes: allowed, claims } = orNotFound(await repository.find(db, actor, appId, userId))
    const scopes = new Set<string>(allowed)
    const person = orNotFound(await readPerson(db, { companyId, userId }, scopes))
    const masked = maskFor(actor, person)
    const disclose = (some: ReadonlySet<string>) => buildClaims(masked, some, claims)
    const inIdToken = disclose(new Set(allowed.filter(isInIdToken)))
    return { idToken: toClaimRows({ iss: issuer, aud: appKey, ...inIdToken }), userinfo: toClaimRows(disclose(scopes)) }
  },
})
