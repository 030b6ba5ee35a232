import type { PortalApp, SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
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

/** An application in use that has an address, of rows `portal` and `app`. */
export const isOpenable = sql<boolean>`(app.locked_at is null and (app.expire_at is null or app.expire_at > now())
  and portal.address <> '')`

/** The picture of an application, of row `app`. */
export const logoFile = sql<string | null>`(select file_id from open_app_logos logo
  where logo.company_id = app.company_id and logo.app_id = app.id)`

/** Whether the settings show an application to a user, or a request of theirs was approved, of row `portal`. */
export const isShownTo = ({ companyId, userId }: Owner) =>
  sql<boolean>`app_shown_to(portal, ${companyId}::uuid, ${userId}::uuid)`

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
      logoFile.as('logoFile'),
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
      .orderBy(byName('portal.category'))
      .orderBy(byName('app.name'))
      .orderBy('app.id')
      .execute()
  },
  find: (db: Db, owner: Owner, id: string): Promise<ShownApp | undefined> =>
    withColumns(shownTo(db, owner).where('app.id', '=', id)).executeTakeFirst(),
  counts: (db: Db, owner: Owner) =>
    shownTo(db, owner)
      .select([
        sql<number>`count(*)`.as('total'),
        sql<number>`count(*) filter (where shortcut.position is not null)`.as('favorite'),
      ])
      .executeTakeFirstOrThrow(),
}
