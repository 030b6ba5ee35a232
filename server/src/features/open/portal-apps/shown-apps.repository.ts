import type { PortalApp, SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

type Asked = { category: string; search: string; only?: 'favorite' | 'recent' | undefined }
/** What is needed to open an application, beside what its users see. */
export type ShownApp = Omit<PortalApp, 'logo'> & {
  logoFile: string | null
  companyId: string
  address: string
  scopes: SsoScope[]
}

const maxApps = 500

/** Whether a company's people use the portal: those who registered, and those of enterprises. */
const isOfPortal = (companyId: string) => sql<boolean>`exists (
  select from companies own left join enterprises on enterprises.company_id = own.id
  where own.id = ${companyId} and (own.members or enterprises.company_id is not null))`

/** An application in use that has an address, of rows `portal` and `app`. */
export const isOpenable = sql<boolean>`(app.locked_at is null and (app.expire_at is null or app.expire_at > now())
  and portal.address <> '')`

/** Whether the settings show an application to a user, or a request of theirs was approved, of rows `portal` and `offering`. */
export const isShownTo = ({ companyId, userId }: Owner) => sql<boolean>`(case
  when portal.audience = 'everyone' then offering.platform
  when portal.audience = 'portal' then offering.platform and ${isOfPortal(companyId)}
  when portal.company_id <> ${companyId} then false
  when portal.audience = 'company' then true
  when portal.audience in ('orgs', 'roles') then portal.target_ids && notice_keys(${companyId}, ${userId})
  else false end
  or portal.company_id = ${companyId} and (portal.audience <> 'nobody' or portal.requestable) and exists (
    select from app_requests granted
    where granted.company_id = portal.company_id and granted.user_id = ${userId} and granted.app_id = portal.app_id
      and granted.state = 'approved' and (granted.until_at is null or granted.until_at > now())))`

/** Applications that are shown to a user now. Requires platform reach, as the operator's are shown elsewhere. */
const shownTo = (db: Db, owner: Owner) =>
  db
    .selectFrom('open_app_portals as portal')
    .innerJoin('open_apps as app', (join) =>
      join.onRef('app.company_id', '=', 'portal.company_id').onRef('app.id', '=', 'portal.app_id'),
    )
    .innerJoin('companies as offering', 'offering.id', 'portal.company_id')
    .leftJoin('portal_shortcuts as shortcut', (join) =>
      join
        .on('shortcut.company_id', '=', owner.companyId)
        .on('shortcut.user_id', '=', owner.userId)
        .on('shortcut.kind', '=', 'app')
        .onRef('shortcut.target_id', '=', 'app.id'),
    )
    .where(isOpenable)
    .where(isShownTo(owner))

const withColumns = (rows: ReturnType<typeof shownTo>) =>
  rows
    .select([
      'app.id',
      'app.name',
      'app.description as desc',
      sql<string | null>`(select file_id from open_app_logos logo
        where logo.company_id = app.company_id and logo.app_id = app.id)`.as('logoFile'),
      'portal.category',
      'portal.open_mode as openMode',
      'portal.sso',
      'offering.name as company',
      sql<boolean>`shortcut.position is not null`.as('favorite'),
      'shortcut.used_at as lastTime',
      'portal.company_id as companyId',
      'portal.address',
      'portal.scopes',
    ])
    .$castTo<ShownApp>()

export const shownAppsRepository = {
  list(db: Db, owner: Owner, { category, search, only }: Asked) {
    let rows = shownTo(db, owner)
    if (category) rows = rows.where('portal.category', '=', category)
    if (search) rows = rows.where(sql<boolean>`strpos(lower(app.name), lower(${search})) > 0`)
    if (only === 'favorite') rows = rows.where('shortcut.position', 'is not', null)
    if (only === 'recent') rows = rows.where('shortcut.used_at', 'is not', null)
    let page = withColumns(rows).limit(maxApps)
    if (only === 'recent') page = page.orderBy('shortcut.used_at', 'desc')
    return page
      .orderBy('shortcut.position', (order) => order.asc().nullsLast())
      .orderBy('portal.category')
      .orderBy('app.name')
      .orderBy('app.id')
      .execute()
  },
  find: (db: Db, owner: Owner, id: string): Promise<ShownApp | undefined> =>
    withColumns(shownTo(db, owner).where('app.id', '=', id)).executeTakeFirst(),
  /** Whether a user may sign in to an application of the operator: portal users to those that are shown to them. */
  async admits(db: Db, owner: Owner, id: string): Promise<boolean> {
    const { rows } = await sql<{ portal: boolean }>`select ${isOfPortal(owner.companyId)} as portal`.execute(db)
    return rows[0]?.portal !== true || (await shownAppsRepository.find(db, owner, id)) !== undefined
  },
  counts: (db: Db, owner: Owner) =>
    shownTo(db, owner)
      .select([
        sql<number>`count(*)`.as('total'),
        sql<number>`count(*) filter (where shortcut.position is not null)`.as('favorite'),
      ])
      .executeTakeFirstOrThrow(),
}
