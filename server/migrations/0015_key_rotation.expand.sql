-- Rotation of the secret key (decision 125).

-- Columns that hold sealed texts: whole, or anywhere in JSON. A new one is a line here: the rotation seals each text again
-- under the new key.
create table sealed_columns (
  table_name text not null,
  column_name text not null,
  constraint sealed_columns__pk primary key (table_name, column_name)
);
insert into sealed_columns (table_name, column_name) values
  ('base_parameters', 'value'), ('base_parameter_versions', 'value'), ('users', 'id_card'), ('messages', 'content'),
  ('totp_secrets', 'secret'), ('identity_providers', 'sealed_secret'), ('identity_attempts', 'sealed'),
  ('open_app_secrets', 'sealed'), ('webhook_secrets', 'sealed'), ('oidc_models', 'sealed'), ('oidc_keys', 'sealed'),
  ('bulk_passwords', 'sealed'), ('import_rows', 'write'), ('import_rows', 'before'),
  ('key_rotations', 'sealed_signing_key');

-- Keys that were replaced by another while both were known.
create table key_rotations (
  -- Fingerprints of both.
  replaced text not null,
  next text not null,
  -- What they attest with, and the replaced key's signature that the next key's follows it.
  replaced_public_key text not null,
  next_public_key text not null,
  handover bytea not null,
  -- What the replaced key signed with, sealed under the present key: some signatures are kept for good.
  sealed_signing_key text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Until when a process works on it.
  leased_until timestamptz,
  resealed bigint not null default 0,
  constraint key_rotations__pk primary key (replaced)
);

-- By which key is written now. Not the fingerprint's table: the server may ask for nothing else of it.
create function present_key() returns text
  language sql stable security definer set search_path = public, pg_temp
  return (select fingerprint from installation_key);
revoke all on function present_key() from public;
grant execute on function present_key() to atrium_platform;
