import type { ClaimMapping, ClaimSource } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import { customKeyOf, findScope } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import type { AccountClaims } from 'oidc-provider'
import type { Database, Db } from '../../../../kernel/db/database.ts'
import { platformZone } from '../../../../kernel/wall-clock.ts'
import { listRoles, readRights } from '../../../access/authorization/index.ts'
import { oidcClaimsRepository as repository, type StoredPerson } from './oidc-claims.repository.ts'

/** The claims of each scope. */
export const claimsByScope = {
  profile: ['name', 'preferred_username', 'zoneinfo', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  company: ['company'],
  organization: ['organization', 'organizations'],
  roles: ['roles'],
  permissions: ['permissions'],
}
/** Operations are many, and an id token has to fit into a cookie or an address. */
export const isInIdToken = (scope: string) => scope !== 'permissions'
type Named = { id: string; name: string }
/** What is known about a person, as far as the scopes ask for it. */
export type KnownPerson = StoredPerson & { roles: Named[]; permissions: string[] }
type Owner = { companyId: string; userId: string }

/** More than the product has operations; what an operator adds beyond is not disclosed. */
const maxPermissions = 2000
/** Stands for all operations, those included that come later. */
const everything = '*'

const isTold = (name: string, scopes: ReadonlySet<string>) =>
  Object.entries(claimsByScope).some(([scope, names]) => scopes.has(scope) && names.includes(name))
const phoneNumber = (phone: string) => `+86${phone}`

const listPermissions = async (db: Db, { companyId, userId }: Owner): Promise<string[]> => {
  const { permissions } = await readRights(db, companyId, userId)
  return permissions === 'everything' ? [everything] : [...permissions].sort().slice(0, maxPermissions)
}

/** Reads what these scopes may tell about a person; undefined for no one. Needs platform reach. */
export const readPerson = async (
  db: Db,
  owner: Owner,
  scopes: ReadonlySet<string>,
): Promise<KnownPerson | undefined> => {
  const person = await repository.find(db, owner.companyId, owner.userId)
  if (!person) return undefined
  const roles = scopes.has('roles') ? await listRoles(db, owner.companyId, owner.userId) : []
  const permissions = scopes.has('permissions') ? await listPermissions(db, owner) : []
  return { ...person, roles: roles.map(({ id, name }) => ({ id, name })), permissions }
}

type OwnSource = Exclude<ClaimSource, `custom.${string}`>
const sourceValues: Readonly<Record<OwnSource, (person: KnownPerson) => string | string[] | null>> = {
  account: ({ account }) => account,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone && phoneNumber(phone),
  companyId: ({ company }) => company.id,
  companyName: ({ company }) => company.name,
  orgCodes: ({ organizations }) => organizations.map(({ code }) => code),
  orgNames: ({ organizations }) => organizations.map(({ name }) => name),
  roleIds: ({ roles }) => roles.map(({ id }) => id),
  roleNames: ({ roles }) => roles.map(({ name }) => name),
  permissions: ({ permissions }) => permissions,
}
const readSource = (person: KnownPerson, source: ClaimSource) => {
  const key = customKeyOf(source)
  if (key === undefined) return sourceValues[source as OwnSource](person)
  return person.custom && Object.hasOwn(person.custom, key) ? person.custom[key] : null
}

const standardClaims = (person: KnownPerson) => {
  const { name, account, email, phone, timeZone, language, updatedAt, company, organizations, roles, permissions } =
    person
  const [primary] = organizations
  return {
    name,
    preferred_username: account,
    zoneinfo: timeZone || platformZone,
    locale: language ?? sourceLanguage,
    updated_at: Number(updatedAt),
    ...(email && { email, email_verified: false }),
    ...(phone && { phone_number: phoneNumber(phone), phone_number_verified: false }),
    company,
    ...(primary && { organization: { id: primary.id, name: primary.name } }),
    organizations: organizations.map(({ id, name, code }) => ({ id, name, code })),
    roles,
    permissions,
  }
}

/**
 * The claims of these scopes, and in their place or beside them those of the application's own. Contacts never count as verified:
 * administrators may enter any for the people of their company, and an application that joins accounts by them would let one company into
 * the accounts of another.
 */
export const buildClaims = (
  person: KnownPerson,
  scopes: ReadonlySet<string>,
  mappings: readonly ClaimMapping[],
): AccountClaims => {
  const standard = Object.entries(standardClaims(person)).filter(([claim]) => isTold(claim, scopes))
  const own = mappings
    .filter(({ from }) => scopes.has(findScope(from)))
    .map(({ name, from }) => [name, readSource(person, from)] as const)
    .filter(([, value]) => value != null && value !== '')
  return { ...Object.fromEntries([...standard, ...own]), sub: person.id }
}

/** Reads what a person's claims of these scopes are now. */
export const createClaims =
  (database: Database) =>
  async (owner: Owner, scopes: ReadonlySet<string>, mappings: readonly ClaimMapping[]): Promise<AccountClaims> =>
    database.read({ reach: 'platform' }, async (db) => {
      const person = await readPerson(db, owner, scopes)
      return person ? buildClaims(person, scopes, mappings) : { sub: owner.userId }
    })
