/** Parallel tabs refresh with one token; its successor is given to all of them for so long. */
const grace = `interval '10 seconds'`
/** Partitions of days that are over are not looked at. */
export const isCurrent = 'id >= id_at(now())'
export const isConsumed = `consumed_at is not null and (kind <> 'RefreshToken' or consumed_at < now() - ${grace})`
/**
 * Grants whose person may still sign in and use the application, and whose sign-in has neither been ended nor outlived its
 * longest time. That it was idle concerns the console alone: the person is busy elsewhere.
 */
export const isLiveGrant = `exists (
  select from sessions
    join users on users.company_id = sessions.company_id and users.id = sessions.user_id
    join companies on companies.id = users.company_id
    left join users as principal on principal.company_id = users.principal_company_id and principal.id = users.principal_id
  where sessions.id = oidc_models.session_id and sessions.company_id = oidc_models.company_id
    and sessions.user_id = oidc_models.user_id and sessions.ended_at is null and now() < sessions.absolute_expires_at
    and status_of(users) = 1 and (principal.id is null or status_of(principal) = 1)
    and admission_of(companies, users.id) in ('open', 'readOnly'))
  and not exists (
    select from open_app_portals portal
    where portal.company_id = oidc_models.company_id and portal.app_id = oidc_models.app_id and limits_sign_in(portal)
      and not app_shown_to(portal, oidc_models.company_id, oidc_models.user_id))`
