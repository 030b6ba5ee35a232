-- Communication: outgoing messages and their templates, and how users arrange their lists.

-- Shared by all companies; the platform company edits them.
create table message_templates (
  id uuid primary key,
  code text not null,
  channel text not null,
  name text not null,
  title text not null,
  content text not null,
  -- Id of the template at the SMS provider.
  provider_template text not null default '',
  updated_at timestamptz not null default now(),
  updated_by jsonb,
  version integer not null default 1,
  constraint message_templates__code unique (code, channel)
);
call share_with_companies('message_templates');
create policy platform_company_edits on message_templates for update to atrium_company
  using ((select platform from companies where id = (select acting_company())))
  with check ((select platform from companies where id = (select acting_company())));
grant update on message_templates to atrium_company;

-- Outbox (decision 20), partitioned by time.
create table messages (
  company_id uuid not null,
  id uuid not null,
  channel text not null,
  template text not null,
  -- Masked; the full address is part of the content.
  target text not null,
  -- Encrypted, and removed once sent.
  content text,
  state text not null default 'queued',
  tries integer not null default 0,
  provider text,
  receipt text,
  problem text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint messages__pk primary key (company_id, id)
) partition by range (id);
create index messages__created_at on messages (company_id, created_at desc, id);
create index messages__due on messages (due_at) where state = 'queued';
-- Messages of notices wait behind all others.
create index messages__lane on messages ((template = 'notice'), due_at) where state = 'queued';
call keep_to_company('messages');
create table messages_default partition of messages default;
call keep_to_owner('messages_default');
select shift_partition('messages', now());

-- A user's layout of a list; `list` is its endpoint, like `sysUsers.list`.
create table list_settings (
  company_id uuid not null,
  user_id uuid not null,
  list text not null,
  -- Column keys; columns in neither array keep their default place.
  column_order text[] not null,
  hidden text[] not null,
  constraint list_settings__pk primary key (company_id, user_id, list),
  constraint list_settings__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('list_settings');

-- How a user arranges their console, by the contract's names.
create table preferences (
  company_id uuid not null,
  user_id uuid not null,
  content jsonb not null,
  constraint preferences__pk primary key (company_id, user_id),
  constraint preferences__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('preferences');

-- Saved searches of a list.
create table list_views (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  -- Search, filters, sort and page size, as in the list's URL.
  query text not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  constraint list_views__pk primary key (company_id, id),
  constraint list_views__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint list_views__name unique (company_id, user_id, list, name)
);
create unique index list_views__default on list_views (company_id, user_id, list) where is_default;
call keep_to_company('list_views');
