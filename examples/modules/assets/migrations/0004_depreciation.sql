-- What an asset has lost of its value, month by month.
create table depreciations (
  company_id uuid not null,
  asset_id uuid not null,
  month date not null,
  amount numeric(15, 2) not null,
  net_value numeric(15, 2) not null,
  constraint depreciations__pk primary key (company_id, asset_id, month),
  constraint depreciations__company_id foreign key (company_id) references companies (id),
  constraint depreciations__asset_id foreign key (company_id, asset_id)
    references assets (company_id, id) on delete cascade
);
comment on constraint depreciations__pk on depreciations is 'the nightly job alone adds rows, which no other adds twice';
call keep_to_company('depreciations');
