-- Notices and news. Whom a notice reaches is evaluated when it is read, so that one for a million people is one row;
-- receipts are written by readers alone (decision 88).

-- Companies with rules of their own for notices.
create table notice_policies (
  company_id uuid not null,
  -- Notices are published only after approval by another person than their writers.
  approval boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint notice_policies__pk primary key (company_id),
  constraint notice_policies__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('notice_policies');
-- Who may approve; row security keeps the roles to the company that asks.
grant execute on function roles_granting(text[]) to atrium_company;

create table notices (
  company_id uuid not null,
  id uuid not null,
  type text not null,
  title text not null,
  summary text not null default '',
  -- Sanitised HTML.
  content text not null,
  scope text not null,
  -- Companies, organisations, roles or users; empty for the scopes that name none.
  target_ids uuid[] not null default '{}',
  level text not null default 'low',
  top boolean not null default false,
  ack boolean not null default false,
  ack_until timestamptz,
  state text not null default 'draft',
  -- Published from its start to its end, by itself.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Messages that are sent at its start, besides the bell.
  channels text[] not null default '{}',
  revoked_at timestamptz,
  revoke_reason text not null default '',
  reminded_at timestamptz,
  -- Counts editions after the first publication, from 1.
  revision integer not null default 1,
  -- Receipts of earlier revisions no longer count.
  asked_revision integer not null default 1,
  revised_at timestamptz,
  -- Who has written or submitted it since it was approved last, its author first: none of them may approve it. Accounts
  -- that sign in, so that a member is the same person as a guest.
  writers uuid[] not null default '{}',
  submitted_at timestamptz,
  submitted_by jsonb,
  -- The decision on the last submission; null until there is one, and again once the text changes.
  decided_at timestamptz,
  decided_by jsonb,
  decide_reason text not null default '',
  -- Of the platform's company: reaches others too.
  of_platform boolean not null default false,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint notices__pk primary key (company_id, id),
  constraint notices__company_id foreign key (company_id) references companies (id),
  constraint notices__type check (type in ('notice', 'news')),
  constraint notices__scope check (scope in ('all', 'company', 'org', 'role', 'user', 'portal')),
  constraint notices__level check (level in ('low', 'mid', 'high')),
  -- Removed ones are shown nowhere; their receipts are being erased.
  constraint notices__state check (state in ('draft', 'submitted', 'approved', 'rejected', 'issued', 'revoked', 'removed')),
  -- A second pair of eyes: no writer approves. 'approved' is left as soon as the text changes.
  constraint notices__approved check (state <> 'approved' or coalesce(
    (decided_by ->> 'id') <> all (writers::text[]) and decided_by ->> 'id' <> created_by ->> 'id', false)),
  constraint notices__issued check (state <> 'issued' or starts_at is not null),
  constraint notices__period check (ends_at > starts_at)
);
create index notices__created_at on notices (company_id, created_at desc, id);
create index notices__submitted_at on notices (company_id, submitted_at desc) where state = 'submitted';
create index notices__issued_at on notices (company_id, starts_at desc) where state = 'issued';
create index notices__of_platform on notices (starts_at desc) where state = 'issued' and of_platform;
-- The bell reads the newest ones alone, those to be confirmed, and what ends next.
create index notices__to_confirm on notices (company_id, starts_at desc) where state = 'issued' and ack;
create index notices__to_confirm_of_platform on notices (starts_at desc) where state = 'issued' and ack and of_platform;
create index notices__ends_at on notices (company_id, ends_at) where state = 'issued';
create index notices__ends_at_of_platform on notices (ends_at) where state = 'issued' and of_platform;
call keep_to_company('notices');

-- Only this trigger says whose notice it is.
create function mark_notice_of_platform() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  new.of_platform := coalesce((select platform from companies where id = new.company_id), false);
  return new;
end $$;
create trigger of_platform before insert or update on notices
  for each row execute function mark_notice_of_platform();

-- A company also reads the platform's notices that address it, until their end. Those that have not started are read
-- for their time alone.
create policy addressed_company_reads on notices for select to atrium_company
  using (of_platform and state = 'issued' and (ends_at is null or ends_at > now())
    and (scope in ('all', 'portal') or (scope = 'company' and (select acting_company()) = any(target_ids))));

-- Former texts of notices that were edited after their publication.
create table notice_revisions (
  company_id uuid not null,
  notice_id uuid not null,
  revision integer not null,
  title text not null,
  summary text not null,
  content text not null,
  replaced_at timestamptz not null default now(),
  replaced_by jsonb not null,
  constraint notice_revisions__pk primary key (company_id, notice_id, revision),
  constraint notice_revisions__notice foreign key (company_id, notice_id) references notices (company_id, id)
    on delete cascade
);
call keep_to_company('notice_revisions');

-- Pictures in the texts of a notice, former ones included.
create table notice_pictures (
  company_id uuid not null,
  notice_id uuid not null,
  file_id uuid not null,
  constraint notice_pictures__pk primary key (company_id, notice_id, file_id),
  constraint notice_pictures__notice foreign key (company_id, notice_id) references notices (company_id, id)
    on delete cascade,
  constraint notice_pictures__file foreign key (company_id, file_id) references files (company_id, id)
    on delete cascade
);
create index notice_pictures__file on notice_pictures (company_id, file_id);
call keep_to_company('notice_pictures');
call reference_files('notice_pictures', 'notice', 'notice_id');

create table notice_files (
  company_id uuid not null,
  notice_id uuid not null,
  file_id uuid not null,
  downloads integer not null default 0,
  constraint notice_files__pk primary key (company_id, notice_id, file_id),
  constraint notice_files__notice foreign key (company_id, notice_id) references notices (company_id, id)
    on delete cascade,
  constraint notice_files__file foreign key (company_id, file_id) references files (company_id, id)
    on delete cascade
);
create index notice_files__file on notice_files (company_id, file_id);
call keep_to_company('notice_files');
call reference_files('notice_files', 'noticeFile', 'notice_id');

-- Who has read and confirmed what, in the company of the reader. The notice may be the platform's.
create table notice_receipts (
  company_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  -- The company of the notice.
  issuer_id uuid not null,
  -- Of the notice when it was read last.
  revision integer not null,
  read_at timestamptz not null default now(),
  -- Null: not confirmed since the readers were asked last.
  acked_at timestamptz,
  -- The revision that was confirmed; later ones may have been read since.
  acked_revision integer,
  constraint notice_receipts__pk primary key (company_id, notice_id, user_id),
  constraint notice_receipts__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade,
  constraint notice_receipts__notice foreign key (issuer_id, notice_id) references notices (company_id, id)
    on delete cascade
);
create index notice_receipts__user on notice_receipts (company_id, user_id);
-- Both are read in the order of people's keys, without the rows: row security asks for the company.
create index notice_receipts__notice on notice_receipts (issuer_id, notice_id, company_id, user_id)
  include (revision, acked_at);
create index notice_receipts__acked on notice_receipts (issuer_id, notice_id, company_id, user_id) include (revision)
  where acked_at is not null;
call keep_to_company('notice_receipts');
-- The issuer counts its readers in all companies.
create policy issuer_reads on notice_receipts for select to atrium_company
  using (issuer_id = (select acting_company()));

-- How many receipts of a company count since the readers were asked last: a million need not be counted, and companies
-- that have all of them need not be searched. The readers of a large company are spread over several rows, so that they
-- do not wait for each other.
create table notice_tallies (
  company_id uuid not null,
  notice_id uuid not null,
  -- The company of the notice.
  issuer_id uuid not null,
  asked_revision integer not null,
  part smallint not null,
  reads integer not null,
  acks integer not null,
  constraint notice_tallies__pk primary key (company_id, notice_id, asked_revision, part),
  constraint notice_tallies__notice foreign key (issuer_id, notice_id) references notices (company_id, id)
    on delete cascade
);
create index notice_tallies__notice on notice_tallies (issuer_id, notice_id, asked_revision, company_id)
  include (reads, acks);
call keep_to_company('notice_tallies');
create policy issuer_reads on notice_tallies for select to atrium_company
  using (issuer_id = (select acting_company()));

-- Row of a company's tally that counts a user.
create function tally_part(of_company uuid, of_user uuid) returns smallint
  language sql stable
begin atomic
  select (case when coalesce((select people from headcounts where company_id = of_company), 0) > 1000
    then get_byte(uuid_send(of_user), 15) % 16 else 0 end)::smallint;
end;
-- Receipts of earlier revisions are not tallied. In the same order in all transactions, so that none waits for another
-- in a circle.
create function tally_receipts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into notice_tallies (company_id, notice_id, issuer_id, asked_revision, part, reads, acks)
  select changed.company_id, changed.notice_id, changed.issuer_id, notices.asked_revision,
    tally_part(changed.company_id, changed.user_id), count(*), count(changed.acked_at)
  from changed join notices on notices.company_id = changed.issuer_id and notices.id = changed.notice_id
  where changed.revision >= notices.asked_revision
  group by 1, 2, 3, 4, 5
  order by 1, 2, 4, 5
  on conflict on constraint notice_tallies__pk do update
    set reads = notice_tallies.reads + excluded.reads, acks = notice_tallies.acks + excluded.acks;
  return null;
end $$;
-- A company may have grown since: any of its rows will do, as they are added up. Adds none while the company is erased.
create function untally_receipts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update notice_tallies set reads = notice_tallies.reads - gone.reads, acks = notice_tallies.acks - gone.acks
  from (
    select changed.company_id, changed.notice_id, notices.asked_revision, held.part, count(*) as reads,
      count(changed.acked_at) as acks
    from changed join notices on notices.company_id = changed.issuer_id and notices.id = changed.notice_id
        and notices.state <> 'removed'
      cross join lateral (
        select part from notice_tallies tallies
        where tallies.company_id = changed.company_id and tallies.notice_id = changed.notice_id
          and tallies.asked_revision = notices.asked_revision
        order by part = tally_part(changed.company_id, changed.user_id) desc, part limit 1) as held
    where changed.revision >= notices.asked_revision
    group by 1, 2, 3, 4) as gone
  where notice_tallies.company_id = gone.company_id and notice_tallies.notice_id = gone.notice_id
    and notice_tallies.asked_revision = gone.asked_revision and notice_tallies.part = gone.part;
  return null;
end $$;
create trigger tally_added after insert on notice_receipts referencing new table as changed
  for each statement execute function tally_receipts();
create trigger tally_removed after delete on notice_receipts referencing old table as changed
  for each statement execute function untally_receipts();
create trigger tally_former after update on notice_receipts referencing old table as changed
  for each statement execute function untally_receipts();
create trigger tally_present after update on notice_receipts referencing new table as changed
  for each statement execute function tally_receipts();

-- People of a company without a receipt, or without a confirmed one, behind a key. Two indexes are read side by side:
-- other ways to join would look up each of a million people when few are left.
create index users__present on users (company_id, id) where deleted_at is null;
create function people_to_go(
  of_company uuid, of_issuer uuid, of_notice uuid, asked integer, to_confirm boolean, behind uuid, most integer
) returns setof uuid language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
  set enable_nestloop = off set enable_hashjoin = off as $$
begin
  if to_confirm then
    return query
      select users.id from users
      where users.company_id = of_company and users.deleted_at is null and users.id > behind and not exists (
        select from notice_receipts receipt
        where receipt.issuer_id = of_issuer and receipt.notice_id = of_notice and receipt.company_id = of_company
          and receipt.user_id > behind and receipt.user_id = users.id and receipt.revision >= asked
          and receipt.acked_at is not null)
      order by users.id limit most;
  else
    return query
      select users.id from users
      where users.company_id = of_company and users.deleted_at is null and users.id > behind and not exists (
        select from notice_receipts receipt
        where receipt.issuer_id = of_issuer and receipt.notice_id = of_notice and receipt.company_id = of_company
          and receipt.user_id > behind and receipt.user_id = users.id and receipt.revision >= asked)
      order by users.id limit most;
  end if;
end $$;

-- The platform searches people of all companies by the beginning of their account or name. The collation keeps the
-- planner from the indexes of the companies, which it would search once for each of them.
create index users__account_anywhere on users ((lower(account) collate "C")) include (id, account)
  where deleted_at is null;
create index users__name_anywhere on users ((lower(name) collate "C")) include (id, name) where deleted_at is null;

-- The platform's notices are announced in the companies they name.
create policy platform_publishes on events for insert to atrium_company with check (
  (select platform from companies where id = (select acting_company())));

-- What a notice may name to reach a user: the company, the user, their roles in force, and their organisations with all
-- organisations above. A notice that names its targets reaches the users with one of its ids among their keys.
create function notice_keys(of_company uuid, of_user uuid) returns uuid[]
  language sql stable
begin atomic
  select array[of_company, of_user]
    || array(select role_id from roles_in_force where company_id = of_company and user_id = of_user)
    || array(
      select unnest(string_to_array(trim(both '/' from orgs.path), '/'))::uuid
      from user_orgs join orgs on orgs.company_id = user_orgs.company_id and orgs.id = user_orgs.org_id
      where user_orgs.company_id = of_company and user_orgs.user_id = of_user);
end;

-- Users of the acting company, without counting them.
create function acting_headcount() returns bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(sum(people), 0) from headcounts where company_id = acting_company();
end;
revoke execute on function acting_headcount() from public;
grant execute on function acting_headcount() to atrium_company;

-- Names of companies, for the platform's company alone.
create function companies_for_platform(ids uuid[]) returns table (id uuid, name text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select companies.id, companies.name from companies
  where companies.id = any(ids) and exists (select from companies own where own.id = acting_company() and own.platform);
end;
revoke execute on function companies_for_platform(uuid[]) from public;
grant execute on function companies_for_platform(uuid[]) to atrium_company;

-- Messages of notices wait behind all others.
create index messages__lane on messages ((template = 'notice'), due_at) where state = 'queued';
