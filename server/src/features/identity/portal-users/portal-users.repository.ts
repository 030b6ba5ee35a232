import type {
  PortalUserRow,
  PortalUsersQuery,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { sql } from 'kysely'
import { sortColumn } from '../../../kernel/db/by-name.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { isAdminRole } from '../../access/authorization/index.ts'
import { scopedUsers, type Viewer, visibleTo } from '../../access/row-scopes/index.ts'

const sortColumns = { account: 'users.account', name: 'users.name', createTime: 'users.created_at' } as const
const status = sql<number>`status_of(users)`
const kind = sql<PortalUserRow['kind']>`case when companies.members then 'person' else 'ent' end`

/** Users of the members' company and of enterprises, in the caller's row scope; deleted ones excluded. */
const portalUsers = (db: Db, actor: Viewer) => {
  const all = db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('enterprises', 'enterprises.company_id', 'users.company_id')
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`(companies.members or enterprises.company_id is not null)`)
  const isVisible = visibleTo(actor, scopedUsers)
  return isVisible ? all.where(isVisible) : all
}
const withColumns = (rows: ReturnType<typeof portalUsers>) =>
  rows
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('sessions')
          .whereRef('sessions.company_id', '=', 'users.company_id')
          .whereRef('sessions.user_id', '=', 'users.id')
          .where('sessions.parent_id', 'is', null)
          .orderBy('sessions.created_at', 'desc')
          .limit(1)
          .select(['sessions.created_at', 'sessions.ip'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'users.id',
      'users.account',
      'users.name',
      'users.sex',
      'users.phone',
      'users.email',
      kind.as('kind'),
      'companies.id as companyId',
      'companies.name as companyName',
      sql<boolean>`exists (select from roles_in_force assignment
        join roles on roles.company_id = assignment.company_id and roles.id = assignment.role_id and roles.status = 1 and ${isAdminRole}
        where assignment.company_id = users.company_id and assignment.user_id = users.id)`.as('admin'),
      sql<boolean>`users.principal_id is not null`.as('outside'),
      sql<PortalUserRow['recognition']>`case when companies.members then null else enterprises.state end`.as(
        'recognition',
      ),
      status.as('status'),
      'users.lock_reason as lockReason',
      'users.locked_at as lockTime',
      'users.locked_until as lockUntil',
      sql<Person | null>`users.locked_by - 'operator'`.as('lockBy'),
      'users.created_at as createTime',
      'last.created_at as lastTime',
      'last.ip as lastIp',
      'users.version',
    ])
export type StoredPortalUser = NonNullable<Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirst']>>>

const matching = (db: Db, actor: Viewer, query: PortalUsersQuery) => {
  let rows = portalUsers(db, actor)
  const { search, 'f.kind': kindFilter, 'f.status': statusFilter, 'f.company': companyId } = query
  if (search)
    rows = rows.where(
      sql<boolean>`(starts_with(lower(users.account), lower(${search})) or strpos(lower(users.name), lower(${search})) > 0
        or users.phone = ${search})`,
    )
  if (kindFilter) rows = rows.where(kind, '=', kindFilter)
  if (statusFilter) rows = rows.where(status, '=', Number(statusFilter))
  if (companyId) rows = rows.where('users.company_id', '=', companyId)
  return rows
}

export const portalUsersRepository = {
  list(db: Db, actor: Viewer, query: PortalUsersQuery) {
    const found = matching(db, actor, query)
    let page = withColumns(found)
    for (const { column, direction } of parseSort(query.sort || '-createTime', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('users.id'), found)
  },
  find: (db: Db, actor: Viewer, id: string): Promise<StoredPortalUser | undefined> =>
    withColumns(portalUsers(db, actor).where('users.id', '=', id)).executeTakeFirst(),
}
