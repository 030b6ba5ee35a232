create table companies (
  id uuid primary key,
  name text not null,
  -- The operator's own company: its parameters are the platform's, its chain holds what belongs to no company.
  platform boolean not null default false,
  status smallint not null default 1,
  created_at timestamptz not null default now(),
  constraint companies__name unique (name)
);
create unique index companies__platform on companies (platform) where platform;
alter table companies enable row level security;
alter table companies force row level security;
create policy company_rows on companies for select to atrium_company using (id = (select acting_company()));
create policy platform_rows on companies to atrium_platform using (true) with check (true);
create policy owner_rows on companies to current_user using (true) with check (true);
grant select on companies to atrium_company;
grant select, insert, update, delete on companies to atrium_platform;

create table users (
  company_id uuid not null,
  id uuid not null,
  account text not null,
  name text not null,
  phone text,
  email text,
  status smallint not null default 1,
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint users__pk primary key (company_id, id),
  constraint users__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('users');

-- What must be unique on the whole platform, found before a company is known (docs/decisions/0011).
create table login_directory (
  kind text not null,
  digest bytea not null,
  company_id uuid not null,
  user_id uuid not null,
  constraint login_directory__pk primary key (kind, digest),
  constraint login_directory__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index login_directory__user on login_directory (company_id, user_id);
call keep_to_platform('login_directory');

create table portraits (
  company_id uuid not null,
  user_id uuid not null,
  image bytea not null,
  etag text not null,
  constraint portraits__pk primary key (company_id, user_id),
  constraint portraits__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('portraits');
