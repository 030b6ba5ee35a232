import { sql } from 'kysely'
import { compileOnce } from '../../../kernel/db/compile-once.ts'
import { rolesInForceJson } from '../../access/authorization/index.ts'
import { brandingColumns } from '../../tenancy/branding/index.ts'
import { tenantTermColumns } from '../../tenancy/tenants/index.ts'

/**
 * What users are shown of themselves on every page, in one statement: their profile and roles at home (`homeCompanyId`),
 * the sign-in before that of the session, and the tenant of the company that they act in (`companyId`), whose columns are
 * null without one.
 */
export const findOwnProfile = compileOnce(
  ['homeCompanyId', 'userId', 'sessionId', 'companyId'],
  (db, { homeCompanyId, userId, sessionId, companyId }) =>
    db
      .selectFrom('users')
      .leftJoin('companies', (join) => join.on('companies.id', '=', companyId))
      .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .leftJoin('portraits', (join) =>
        join.onRef('portraits.company_id', '=', 'users.company_id').onRef('portraits.user_id', '=', 'users.id'),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('sessions')
            .whereRef('sessions.company_id', '=', 'users.company_id')
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('sessions.parent_id', 'is', null)
            .where('sessions.id', '<>', sessionId)
            .orderBy('sessions.created_at', 'desc')
            .limit(1)
            .select(['sessions.created_at', 'sessions.ip'])
            .as('last'),
        (join) => join.onTrue(),
      )
      .leftJoin('users as principal', (join) =>
        join
          .onRef('principal.company_id', '=', 'users.principal_company_id')
          .onRef('principal.id', '=', 'users.principal_id'),
      )
      .where('users.company_id', '=', homeCompanyId)
      .where('users.id', '=', userId)
      .select([
        'users.id',
        'users.account',
        'users.name',
        'users.phone',
        'users.email',
        'users.password_changed_at as passwordTime',
        'users.time_zone as timeZone',
        'portraits.etag as portrait',
        'last.created_at as lastTime',
        'last.ip as lastIp',
        rolesInForceJson(sql.ref('users.company_id'), sql.ref('users.id')).as('roles'),
        'tenants.second_step_from as secondStepFrom',
        sql<string | null>`coalesce(principal.language, users.language)`.as('language'),
        'tenants.language as companyLanguage',
      ])
      .select(brandingColumns)
      .select(tenantTermColumns),
)
