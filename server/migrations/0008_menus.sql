-- Menus that administrators of the platform company edit beside the code that brings them.
alter table menus
  add column kind text not null default 'menu',
  add column status smallint not null default 1,
  -- `code`: brought by the product, which may be stopped and never deleted; `custom`: made by somebody.
  add column origin text not null default 'custom',
  -- What the code said when it was last asked: a field that differs from it was edited, and stays as it is.
  add column declared jsonb,
  add column created_at timestamptz not null default now(),
  add column created_by jsonb not null default '{"id":"","name":"系统内置"}',
  add column updated_at timestamptz not null default now(),
  add column updated_by jsonb not null default '{"id":"","name":"系统内置"}',
  add column version integer not null default 1;
update menus set kind = 'dir' where not metadata ? 'component';

create policy platform_company_adds on menus for insert to atrium_company
  with check ((select platform from companies where id = (select acting_company())));
create policy platform_company_edits on menus for update to atrium_company
  using ((select platform from companies where id = (select acting_company())))
  with check ((select platform from companies where id = (select acting_company())));
create policy platform_company_removes on menus for delete to atrium_company
  using ((select platform from companies where id = (select acting_company())));
grant insert, update, delete on menus to atrium_company;

-- A menu that is gone is nobody's any more, in whichever company he is.
alter table role_menus
  drop constraint role_menus__menu,
  add constraint role_menus__menu foreign key (menu_id) references menus (id) on delete cascade;
