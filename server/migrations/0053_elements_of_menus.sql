-- The kind 'data' never meant anything: whose rows somebody sees is said by the data scopes and rules of his roles.
update elements set kind = 'button' where kind = 'data';
alter table elements
  drop constraint elements__kind,
  add constraint elements__kind check (kind in ('button', 'page', 'field'));

-- What a menu is shown with: whoever was granted it needs one of these; a menu without any is shown as it was granted.
create table menu_elements (
  menu_id uuid not null,
  element text not null,
  constraint menu_elements__pk primary key (menu_id, element),
  constraint menu_elements__menu foreign key (menu_id) references menus (id) on delete cascade,
  -- No cascade: a menu that lost its only element would be shown to more people than before.
  constraint menu_elements__element foreign key (element) references elements (code)
);
create index menu_elements__element on menu_elements (element);
call share_with_companies('menu_elements');
call let_platform_company_edit('menu_elements');
create trigger epoch after insert or update or delete on menu_elements
  for each statement execute function bump_registry_epoch();
