-- The page somebody could not open, where that was refused: he needs its menu beside the element its rows are read with.
alter table denials
  add column menu_id uuid,
  add constraint denials__menu foreign key (menu_id) references menus (id) on delete set null;
create index denials__menu on denials (menu_id);
alter table access_requests
  add column menu_id uuid,
  add constraint access_requests__menu foreign key (menu_id) references menus (id) on delete set null;
create index access_requests__menu on access_requests (menu_id);
