-- Partitions are made as far ahead as rows are stored: while rows of coming days lie in the default partition, attaching
-- theirs reads it whole and makes sign-ins wait.
drop function partition_rules();
create function partition_rules() returns table (parent text, length interval, life interval, ahead integer)
  language sql immutable
begin atomic
  values ('denials', interval '1 week', interval '30 days', 1), ('messages', interval '1 month', interval '180 days', 1),
    ('open_call_logs', interval '1 day', interval '30 days', 1), ('webhook_deliveries', interval '1 day', interval '30 days', 1),
    -- By their expiry. Refresh tokens live for thirty days at most; by day they would be 33 partitions, more than a query
    -- locks cheaply.
    ('oidc_models', interval '1 week', interval '0', 5);
end;

-- Each table by a statement of its own, so that one that fails or takes too long stops no other.
create function shift_partition(of text, moment timestamptz) returns void language plpgsql set timezone = 'UTC' as $$
declare
  rule record;
  starts timestamptz;
  past regclass;
begin
  -- One node at a time, and none during a migration.
  perform from schema_migrations_lock for update;
  select * into strict rule from partition_rules() where parent = of;
  starts := partition_start(rule.length, moment);
  for nth in 0..rule.ahead loop
    if to_regclass(partition_name(of, starts)) is null then
      call add_partition(of, starts, starts + rule.length);
    end if;
    starts := starts + rule.length;
  end loop;
  for past in
    select oid from pg_inherits join pg_class on oid = inhrelid
    where inhparent = of::regclass
      and substring(pg_get_expr(relpartbound, oid) from 'TO \(''(.*)''\)')::uuid <= id_at(moment - rule.life)
  loop
    execute format('drop table %s', past);
  end loop;
  -- Rows outside of all partitions come from a node with a wrong clock.
  execute format('delete from %I where id < %L', of || '_default', id_at(moment - rule.life));
end $$;
revoke execute on function shift_partition(text, timestamptz) from public;

create or replace function shift_partitions(moment timestamptz) returns void language sql
begin atomic
  select shift_partition(parent, moment) from partition_rules();
end;

drop function maintain_partitions();
create function maintain_partitions(of text) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  select shift_partition(of, now());
end;
revoke execute on function maintain_partitions(text) from public;
grant execute on function maintain_partitions(text) to atrium_platform;

-- Rows of partitions by day move to those by week.
create temporary table kept on commit drop as select * from oidc_models where id >= id_at(now());
do $$
declare
  part regclass;
begin
  for part in
    select inhrelid from pg_inherits where inhparent = 'oidc_models'::regclass and inhrelid <> 'oidc_models_default'::regclass
  loop
    execute format('drop table %s', part);
  end loop;
end $$;
delete from oidc_models;
select shift_partitions(now());
insert into oidc_models select * from kept;

-- Applications believe what their issuer says alone, so a sign-in is ended in its name.
alter table oidc_models add column issuer text not null default '';
alter table oidc_logouts add column issuer text not null default '';

create or replace function note_ended_sign_in() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into oidc_logouts (company_id, app_id, grant_key, user_id, issuer)
    select app.company_id, app.app_id, model.key, model.user_id, model.issuer
    from oidc_models model join open_app_oidc app on app.app_id = model.app_id
    where model.session_id = new.id and model.id >= id_at(now()) and app.backchannel_uri <> ''
    on conflict do nothing;
  return null;
end $$;
-- Each application's turn.
drop index oidc_logouts__due;
create index oidc_logouts__due on oidc_logouts (company_id, app_id, due_at);
create index open_app_oidc__told on open_app_oidc (app_id) where backchannel_uri <> '';

-- Who may use an application is one question for the portal and for signing in to it.
create function uses_portal(of_company uuid) returns boolean language sql stable
begin atomic
  select exists (select from companies own left join enterprises on enterprises.company_id = own.id
    where own.id = of_company and (own.members or enterprises.company_id is not null));
end;
create function app_shown_to(portal open_app_portals, of_company uuid, of_user uuid) returns boolean language sql stable
begin atomic
  select case
    when portal.audience = 'everyone' then (select platform from companies where id = portal.company_id)
    when portal.audience = 'portal'
      then (select platform from companies where id = portal.company_id) and uses_portal(of_company)
    when portal.company_id <> of_company then false
    when portal.audience = 'company' then true
    when portal.audience in ('orgs', 'roles') then portal.target_ids && notice_keys(of_company, of_user)
    else false end
    or portal.company_id = of_company and (portal.audience <> 'nobody' or portal.requestable) and exists (
      select from app_requests granted
      where granted.company_id = portal.company_id and granted.user_id = of_user and granted.app_id = portal.app_id
        and granted.state = 'approved' and (granted.until_at is null or granted.until_at > now()));
end;
-- Shown to some of its company, or asked for: nobody else of the company signs in.
create function limits_sign_in(portal open_app_portals) returns boolean language sql immutable
  return portal.audience in ('orgs', 'roles') or portal.requestable;

-- Those of its company, and of the operator's applications everyone but users of the portal to whom it is not shown.
create function app_admits(of_app uuid, of_company uuid, of_user uuid) returns boolean language sql stable
begin atomic
  select coalesce(app_shown_to(portal, of_company, of_user), false)
    or not coalesce(limits_sign_in(portal), false) and (app.company_id = of_company or not uses_portal(of_company))
  from open_apps app
    left join open_app_portals portal on portal.company_id = app.company_id and portal.app_id = app.id
  where app.id = of_app;
end;

-- Access that is taken back ends what the application was granted, and tells it. As the owner: companies read none of this.
create function end_revoked_grants() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  with gone as (
    delete from oidc_models
    where company_id = new.company_id and user_id = new.user_id and app_id = new.app_id and kind = 'Grant' and id >= id_at(now())
    returning key, user_id, app_id, issuer)
  insert into oidc_logouts (company_id, app_id, grant_key, user_id, issuer)
    select app.company_id, app.app_id, gone.key, gone.user_id, gone.issuer
    from gone join open_app_oidc app on app.company_id = new.company_id and app.app_id = gone.app_id and app.backchannel_uri <> ''
    on conflict do nothing;
  return null;
end $$;
create trigger end_revoked_grants after update of state on app_requests for each row
  when (old.state = 'approved' and new.state = 'revoked') execute function end_revoked_grants();
