-- Applications are told when a sign-in ends (OpenID Connect Back-Channel Logout, decision 101).

-- Where an application is told; empty: nowhere.
alter table open_app_oidc add column backchannel_uri text not null default '';

-- Endings that applications are still to be told, written with what ends the sign-in. The sender alone reads them.
create table oidc_logouts (
  company_id uuid not null,
  app_id uuid not null,
  -- Names the ended sign-in: the hash of its grant.
  grant_key bytea not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  -- When the next attempt is due; while one is under way, when it counts as dead.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  constraint oidc_logouts__pk primary key (company_id, app_id, grant_key),
  constraint oidc_logouts__app foreign key (company_id, app_id) references open_app_oidc (company_id, app_id) on delete cascade
);
create index oidc_logouts__due on oidc_logouts (due_at);
call keep_to_platform('oidc_logouts');

create index oidc_models__session on oidc_models (session_id) where session_id is not null;

-- As the owner: who ends a session may be of any company, and reads none of this.
create function note_ended_sign_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into oidc_logouts (company_id, app_id, grant_key, user_id)
    select app.company_id, app.app_id, model.key, model.user_id
    from oidc_models model join open_app_oidc app on app.app_id = model.app_id
    where model.session_id = new.id and model.id >= id_at(now()) and app.backchannel_uri <> ''
    on conflict do nothing;
  return null;
end $$;
create trigger note_ended_sign_in after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function note_ended_sign_in();
