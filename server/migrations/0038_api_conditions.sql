-- What an API asks of a call besides the right to it, and what is written down of a read that the code declares no
-- audit for.
alter table apis
  add column mfa boolean not null default false,
  add column audit text not null default 'none',
  add constraint apis__audit check (audit in ('none', 'meta', 'full'));

-- When whoever has the session last proved in it that it is he.
alter table sessions add column proved_at timestamptz;
