-- Which secret key this database was written with: a keyed hash, from which the key cannot be found (decision 112). The
-- owner reads it at each start.
create table installation_key (
  fingerprint text primary key,
  since timestamptz not null default now()
);
