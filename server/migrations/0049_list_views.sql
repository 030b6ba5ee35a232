-- How somebody arranged a list for himself; `list` is the endpoint it shows, `sysUsers.list`.
create table list_settings (
  company_id uuid not null,
  user_id uuid not null,
  list text not null,
  -- Keys of columns. A column that neither names stands where the console put it.
  column_order text[] not null,
  hidden text[] not null,
  density text not null,
  constraint list_settings__pk primary key (company_id, user_id, list),
  constraint list_settings__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint list_settings__density check (density in ('compact', 'standard', 'roomy'))
);
call keep_to_company('list_settings');

-- What somebody looks for again and again in a list, under a name.
create table list_views (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  -- Search, filters, sort and page size as the list's address carries them.
  query text not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  constraint list_views__pk primary key (company_id, id),
  constraint list_views__name unique (company_id, user_id, list, name),
  constraint list_views__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index list_views__default on list_views (company_id, user_id, list) where is_default;
call keep_to_company('list_views');
