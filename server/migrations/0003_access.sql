-- Every right the code declares, one row each; written by the catalogue step at start.
create table elements (
  code text primary key,
  module text not null,
  operation text not null
);
call share_with_companies('elements');

create table menus (
  id uuid primary key,
  code text not null,
  parent_id uuid,
  name text not null,
  sort integer not null,
  metadata jsonb not null,
  constraint menus__code unique (code),
  constraint menus__parent_id foreign key (parent_id) references menus (id)
);
create index menus__parent_id on menus (parent_id);
call share_with_companies('menus');

create table roles (
  company_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  -- Holds every right and every menu there is, also those that future versions bring.
  everything boolean not null default false,
  constraint roles__pk primary key (company_id, id),
  constraint roles__code unique (company_id, code),
  constraint roles__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('roles');

create table user_roles (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  constraint user_roles__pk primary key (company_id, user_id, role_id),
  constraint user_roles__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint user_roles__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index user_roles__role on user_roles (company_id, role_id);
call keep_to_company('user_roles');

create table role_elements (
  company_id uuid not null,
  role_id uuid not null,
  element text not null,
  constraint role_elements__pk primary key (company_id, role_id, element),
  constraint role_elements__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint role_elements__element foreign key (element) references elements (code)
);
create index role_elements__element on role_elements (element);
call keep_to_company('role_elements');

create table role_menus (
  company_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null,
  constraint role_menus__pk primary key (company_id, role_id, menu_id),
  constraint role_menus__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint role_menus__menu foreign key (menu_id) references menus (id)
);
create index role_menus__menu on role_menus (menu_id);
call keep_to_company('role_menus');
