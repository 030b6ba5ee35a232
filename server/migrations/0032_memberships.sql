-- One person in several companies: a membership is a user of a company who signs in elsewhere, with the row that is its
-- principal. It has no way in of its own, and whatever ends the principal's sessions ends those of its memberships.
alter table users
  add column principal_company_id uuid,
  add column principal_id uuid,
  add constraint users__principal foreign key (principal_company_id, principal_id) references users (company_id, id) on delete cascade,
  add constraint users__signs_in_elsewhere check (
    num_nulls(principal_company_id, principal_id) = 2
    or (num_nulls(principal_company_id, principal_id) = 0 and principal_company_id <> company_id
      and password_hash = '' and not must_change_password and phone is null and email is null
      and not sms_second_step and not sign_in_notice));
create index users__principal on users (principal_company_id, principal_id) where principal_id is not null;
create unique index users__one_membership on users (company_id, principal_id) where principal_id is not null and deleted_at is null;

-- Whoever locks or resets somebody sees his own company alone, and the sessions are others'.
create function end_membership_sessions(of_company uuid, of_user uuid, reason text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return 0; end if;
  update sessions set ended_at = now(), end_reason = reason
    from users
    where users.principal_company_id = of_company and users.principal_id = of_user
      and sessions.company_id = users.company_id and sessions.user_id = users.id and sessions.ended_at is null;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke execute on function end_membership_sessions(uuid, uuid, text) from public;
grant execute on function end_membership_sessions(uuid, uuid, text) to atrium_company, atrium_platform;

-- Whom a company asked to join it. Whether the account, phone or mail address is anybody's is known to the row and told to
-- nobody: it has a principal, or it has none and waits in vain.
create table membership_invitations (
  company_id uuid not null,
  id uuid not null,
  target text not null,
  note text not null default '',
  principal_company_id uuid,
  principal_id uuid,
  state text not null default 'open',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  decided_at timestamptz,
  constraint membership_invitations__pk primary key (company_id, id),
  constraint membership_invitations__company_id foreign key (company_id) references companies (id),
  constraint membership_invitations__principal foreign key (principal_company_id, principal_id)
    references users (company_id, id) on delete set null,
  constraint membership_invitations__state check (state in ('open', 'accepted', 'declined'))
);
create index membership_invitations__principal on membership_invitations (principal_company_id, principal_id)
  where principal_id is not null;
create index membership_invitations__created_at on membership_invitations (company_id, created_at desc, id);
call keep_to_company('membership_invitations');
