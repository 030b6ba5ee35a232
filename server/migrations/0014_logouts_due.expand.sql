-- Whether an application is to be notified of an ended sign-in now. Asked beside the queues of jobs, once a second for each
-- node, by a login that sees no company's rows.
create function oidc_logouts_due() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from oidc_logouts where due_at <= now());
