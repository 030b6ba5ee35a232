-- Tokens are kept as SHA-256 only. One row is one signed-in period; refreshing rotates its two hashes. A token names
-- its session and proves that we issued it, so an old one that comes back is told from an invented one.
create table sessions (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  -- The token before the current one: answered alike for a few seconds, then its reuse ends the session.
  previous_refresh_hash bytea,
  refreshed_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  aes_key text not null,
  device_id text not null,
  device_name text not null,
  ip text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  constraint sessions__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index sessions__user on sessions (company_id, user_id, created_at desc);
call keep_to_company('sessions');

-- Between verify and accessToken: who has shown a password but holds no session yet.
create table sign_in_attempts (
  token_hash bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  device_id text not null,
  device_name text not null,
  expires_at timestamptz not null,
  constraint sign_in_attempts__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index sign_in_attempts__user on sign_in_attempts (company_id, user_id);
create index sign_in_attempts__expires_at on sign_in_attempts (expires_at);
call keep_to_platform('sign_in_attempts');

-- Only a keyed digest of the answer is kept; any attempt removes the row.
create unlogged table captchas (
  id uuid primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index captchas__expires_at on captchas (expires_at);
call keep_to_platform('captchas');
