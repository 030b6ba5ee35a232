import { phoneSearch } from '@atrium/contract/features/access/registry/user-fields.ts'
import {
  type HitKind,
  maxHits,
  type PaletteHit,
} from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { canCall } from '../../../kernel/http/admit.ts'
import { type Actor, homeActor } from '../../../kernel/scope.ts'
import { findOrganizationHits } from '../../people/organizations/index.ts'
import { findUserHits } from '../../people/users/index.ts'
import type { CustomValuesOf, SeenField } from '../../system/custom-fields/index.ts'
import { findCompanyHits } from '../../tenancy/companies/index.ts'
import { findRoleHits } from '../roles/index.ts'

const canFindUsers = (actor: Actor, keyword: string) =>
  canCall(usersContract.list, actor) &&
  !(phoneSearch.pattern.test(keyword) && isHiddenOrMasked(actor.restricted?.[phoneSearch.field]))
/** One Latin letter or digit matches too much to be of use; one Chinese character is a surname. */
const isTooShort = (keyword: string) => /^[\x20-\x7e]$/.test(keyword)

type Ports = {
  database: Database
  /** Custom values of users. */
  customValues: Pick<CustomValuesOf, 'fields'>
}
type Found = Omit<PaletteHit, 'kind' | 'place' | 'online'> & Partial<Pick<PaletteHit, 'place' | 'online'>>
const toHits = (kind: HitKind, found: readonly Found[]): PaletteHit[] =>
  found.map((hit) => ({ place: '', online: false, ...hit, kind }))

/** Fields by whose values users are found; not those that the caller sees in part, which could be found out by trying. */
const valueFields = (fields: readonly SeenField[]) =>
  fields
    .filter(({ kind, effect }) => (kind === 'text' || kind === 'number') && effect !== 'mask')
    .filter(({ unique, searchable }) => unique || searchable)
    .map(({ id, kind }) => ({ fieldId: id, isNumber: kind === 'number' }))

const findUsers = async ({ customValues }: Ports, db: Db, actor: Actor, keyword: string) => {
  if (!canFindUsers(actor, keyword)) return []
  const fields = valueFields(await customValues.fields({ db, actor }))
  return findUserHits(db, actor, keyword, maxHits.user, fields)
}
const findInCompany = async (ports: Ports, db: Db, actor: Actor, keyword: string) => {
  const { companyId } = actor
  const [users, roles, orgs] = await Promise.all([
    findUsers(ports, db, actor, keyword),
    canCall(rolesContract.list, actor) ? findRoleHits(db, companyId, keyword, maxHits.role) : [],
    canCall(organizationsContract.list, actor) ? findOrganizationHits(db, companyId, keyword, maxHits.org) : [],
  ])
  return [...toHits('user', users), ...toHits('role', roles), ...toHits('org', orgs)]
}

/** Search of the command palette: one transaction for the company at hand, one for the companies of the platform. */
export const createPalette = (ports: Ports) => ({
  async find({ actor }: { actor: Actor }, keyword: string): Promise<PaletteHit[]> {
    if (isTooShort(keyword)) return []
    const home = homeActor(actor)
    const listsCompanies = home.platform && canCall(companiesContract.list, home)
    const { database } = ports
    const [own, companies] = await Promise.all([
      database.read({ reach: 'company', companyId: actor.companyId }, (db) => findInCompany(ports, db, actor, keyword)),
      listsCompanies ? database.read({ reach: 'platform' }, (db) => findCompanyHits(db, keyword, maxHits.company)) : [],
    ])
    return [...own, ...toHits('company', companies)]
  },
})
