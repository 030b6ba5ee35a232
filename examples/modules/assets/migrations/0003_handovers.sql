-- Who has kept an asset, and since when.
create table handovers (
  company_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  keeper uuid,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint handovers__pk primary key (company_id, id),
  constraint handovers__company_id foreign key (company_id) references companies (id),
  constraint handovers__asset_id foreign key (company_id, asset_id)
    references assets (company_id, id) on delete cascade,
  constraint handovers__keeper foreign key (company_id, keeper)
    references users (company_id, id) on delete set null (keeper)
);
create index handovers__asset_id on handovers (company_id, asset_id, created_at);
create index handovers__keeper on handovers (company_id, keeper);
call keep_to_company('handovers');
