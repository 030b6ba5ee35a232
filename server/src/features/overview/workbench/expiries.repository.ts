import {
  type Expiry,
  type ExpiryKind,
  expiryDays,
  maxExpiries,
} from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { terms } from '../../governance/terms/index.ts'

export type GrantedExpiries = {
  roles: boolean
  accounts: boolean
  secrets: boolean
  links: boolean
  /** Of all companies, the caller's own, or none. */
  tenants: 'all' | 'own' | 'none'
}

const endsSoon = (column: string) => {
  const end = sql.ref(column)
  return sql<boolean>`${end} > now() and ${end} <= now() + make_interval(days => ${expiryDays})`
}
const soonest = sql`order by "expireTime", id limit ${maxExpiries + 1}`

const ending = (db: Db, actor: Actor, isRole: boolean) => sql`(
  select ${isRole ? 'role' : 'account'}::text as kind, "userId" as id, name, "roleName" as detail, "expireTime"
  from ${terms.ending(db, actor, expiryDays, !isRole)} as ending
  where not released and ("roleId" is not null) = ${isRole} ${soonest})`
const secrets = ({ companyId }: Actor) => sql`(
  select 'secret', app.id, app.name, secret.hint, secret.expire_at as "expireTime"
  from open_app_secrets secret
    join open_apps app on app.company_id = secret.company_id and app.id = secret.app_id
  where secret.company_id = ${companyId} and ${endsSoon('secret.expire_at')}
    and secret.revoked_at is null and secret.replaced_at is null ${soonest})`
const links = ({ companyId, userId }: Actor) => sql`(
  select 'link', document.id, document.name, '', link.expires_at as "expireTime"
  from document_links link
    join documents document on document.company_id = link.company_id and document.id = link.document_id
  where link.company_id = ${companyId} and link.maker_id = ${userId} and ${endsSoon('link.expires_at')}
    and link.uses_left is distinct from 0 and document.trashed_at is null ${soonest})`

export const expiriesRepository = {
  /** Of the caller's company: at most one row more than `maxExpiries` of each kind, soonest first. */
  async inCompany(db: Db, actor: Actor, granted: GrantedExpiries): Promise<Expiry[]> {
    const parts: readonly (RawBuilder<unknown> | false)[] = [
      granted.accounts && ending(db, actor, false),
      granted.roles && ending(db, actor, true),
      granted.secrets && secrets(actor),
      granted.links && links(actor),
    ]
    const chosen = parts.filter((part) => part !== false)
    if (chosen.length === 0) return []
    const { rows } = await sql<Expiry>`${sql.join(chosen, sql` union all `)}`.execute(db)
    return rows
  },

  /** Tenants with an end, of all companies or the caller's. Requires platform reach. */
  async tenants(db: Db, { companyId }: Actor, all: boolean): Promise<Expiry[]> {
    const isOwn = sql`tenants.company_id = (select top_id from companies where id = ${companyId})`
    const { rows } = await sql<Expiry>`
      select 'tenant' as kind, companies.id, companies.name, '' as detail, tenants.expire_at as "expireTime"
      from tenants join companies on companies.id = tenants.company_id
      where tenants.erase_at is null and ${endsSoon('tenants.expire_at')} and ${all ? sql`true` : isOwn}
      ${soonest}`.execute(db)
    return rows
  },
}

/** Kinds that are granted, in the order in which they are drawn. */
export const listKinds = ({ accounts, roles, secrets, links, tenants }: GrantedExpiries): ExpiryKind[] => [
  ...(accounts ? ['account' as const] : []),
  ...(roles ? ['role' as const] : []),
  ...(tenants === 'none' ? [] : ['tenant' as const]),
  ...(secrets ? ['secret' as const] : []),
  ...(links ? ['link' as const] : []),
]
