import { type CustomValue, customRestriction } from '@atrium/contract/kernel/custom-fields.ts'
import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { orNotFound } from '../../../../kernel/db/crud-handlers.ts'
import { maskedText } from '../../../../kernel/masked.ts'
import { applyMask } from '../../../../kernel/restrictions.ts'
import type { Actor, RequestScope } from '../../../../kernel/scope.ts'
import { maskByUserField, requireRight } from '../../../people/users/index.ts'
import { claimsPreviewRepository as repository } from './claims-preview.repository.ts'
import { buildClaims, isInIdToken, type KnownPerson, readPerson } from './oidc-claims.ts'

const maskCustom = (restricted: Restrictions | undefined, custom: KnownPerson['custom']): KnownPerson['custom'] =>
  custom &&
  Object.fromEntries(
    Object.entries(custom).flatMap(([key, value]): [string, CustomValue][] => {
      const effect = restricted?.[customRestriction('user', key)]
      if (effect === 'hide') return []
      return [[key, effect === 'mask' ? maskedText(typeof value === 'object' ? value.name : String(value)) : value]]
    }),
  )
/** Contacts and custom fields as the caller may see them. */
const maskFor = ({ restricted }: Actor, person: KnownPerson): KnownPerson => {
  const shown = (field: 'phone' | 'email') =>
    person[field] && applyMask(person[field], restricted?.[`users.${field}`], maskByUserField[field])
  return { ...person, phone: shown('phone'), email: shown('email'), custom: maskCustom(restricted, person.custom) }
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
