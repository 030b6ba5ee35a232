import {
  maxOrganizationDepth,
  type OrganizationImpact,
  type OrganizationWrite,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/organizations/organizations.errors.ts'
import { type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { rolesReaching } from '../access/index.ts'
import { organizationMembersRepository as members } from './organization-members.repository.ts'
import { idsOf, type Placed, organizationsRepository as repository } from './organizations.repository.ts'

/** Where it would stand: below this one, or at the top. Throws `noParent`. */
export const aboveOf = async ({ db, actor }: RequestScope, parent: string | null, field = 'parent') => {
  if (parent === null) return { id: null, path: '/', status: 1 }
  const above = await repository.placeOf(db, actor.companyId, parent)
  if (!above) throw refusalAt(organizationsErrors.noParent, field)
  return above
}

/** Throws `stopped` where it takes in neither people nor organisations. */
export const refuseStopped = ({ status }: { status: number }, field: string) => {
  if (status === 0) throw refusalAt(organizationsErrors.stopped, field)
}

/** Throws `nameTaken` and `codeTaken`. */
export const refuseTaken = async (
  { db, actor }: RequestScope,
  write: Pick<OrganizationWrite, 'name' | 'code'> & { parent: string | null },
  except: string | null,
) => {
  const taken = await repository.taken(db, actor.companyId, write, except)
  if (taken.some(({ name }) => name.toLowerCase() === write.name.toLowerCase()))
    throw refusalAt(organizationsErrors.nameTaken, 'name')
  if (taken.length > 0) throw refusalAt(organizationsErrors.codeTaken, 'code')
}

/** Throws `tooDeep` when what is put below would reach too far down. */
export const refuseDeep = (above: { path: string }, height: number) => {
  if (idsOf(above.path).length + height > maxOrganizationDepth) throw refusalAt(organizationsErrors.tooDeep, 'parent')
}

/** People who go without their organisation, which roles that gives and takes, and who is to lead by it. */
type Alongside = { alone?: number; given?: string[]; taken?: string[]; leaders?: string[] }

/** Shows what goes along when these are put elsewhere. Throws 111 as `confirm` does. */
export const confirmMove = async (
  { db, actor, confirm }: RequestScope,
  moved: readonly Pick<Placed, 'name' | 'path'>[],
  into: { path: string },
  { alone = 0, given = [], taken = [], leaders = [] }: Alongside = {},
) => {
  const { companyId } = actor
  const paths = moved.map(({ path }) => path)
  const [organizations, users, roles, above] = await Promise.all([
    repository.countIn(db, companyId, paths),
    members.count(db, companyId, paths),
    rolesReaching(db, companyId, paths),
    repository.names(db, companyId, idsOf(into.path)),
  ])
  const names = moved.map(({ name }) => name)
  confirm({
    names,
    organizations,
    users: users + alone,
    roles,
    rolesLost: taken,
    rolesGained: given,
    leaders,
    into: above,
  } satisfies OrganizationImpact)
}
