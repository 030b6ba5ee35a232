import type { AccountClaims } from 'oidc-provider'
import type { Database } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import { rolesOf } from '../../access/authorization/index.ts'
import { oidcClaimsRepository as repository } from './oidc-claims.repository.ts'

/** The claims of each scope. */
export const claimsByScope = {
  profile: ['name', 'preferred_username', 'zoneinfo', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  company: ['company'],
  organization: ['organization', 'organizations'],
  roles: ['roles'],
}

const isTold = (name: string, scopes: ReadonlySet<string>) =>
  Object.entries(claimsByScope).some(([scope, names]) => scopes.has(scope) && names.includes(name))

/**
 * Reads what a person's claims of these scopes are now. Contacts never count as verified: administrators may enter any for the people of
 * their company, and an application that joins accounts by them would let one company into the accounts of another.
 */
export const createClaims =
  (database: Database) =>
  async ({ companyId, userId }: { companyId: string; userId: string }, scopes: ReadonlySet<string>) =>
    database.read({ reach: 'platform' }, async (db): Promise<AccountClaims> => {
      const person = await repository.find(db, companyId, userId)
      if (!person) return { sub: userId }
      const { name, account, email, phone, timeZone, updatedAt, company, organizations } = person
      const roles = scopes.has('roles') ? await rolesOf(db, companyId, userId) : []
      const [primary] = organizations
      const claims = {
        ...{ name, preferred_username: account, zoneinfo: timeZone || platformZone, locale: 'zh-CN' },
        updated_at: Number(updatedAt),
        ...(email && { email, email_verified: false }),
        ...(phone && { phone_number: `+86${phone}`, phone_number_verified: false }),
        company,
        ...(primary && { organization: { id: primary.id, name: primary.name } }),
        organizations: organizations.map(({ id, name, code }) => ({ id, name, code })),
        roles: roles.map(({ id, name }) => ({ id, name })),
      }
      return { ...Object.fromEntries(Object.entries(claims).filter(([claim]) => isTold(claim, scopes))), sub: userId }
    })
