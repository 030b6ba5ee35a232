alter table assets add column scrapped_at timestamptz;
