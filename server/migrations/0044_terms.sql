-- Terms: roles that people were given for a while, and accounts that end. What ends soon is looked for by its end.
create index user_roles__expires_at on user_roles (company_id, expires_at) where expires_at is not null;

-- Of which somebody said that they may run out, at just this end: whoever gives one another end opens it again.
create table released_terms (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid,
  expires_at timestamptz not null,
  constraint released_terms__term unique nulls not distinct (company_id, user_id, role_id),
  constraint released_terms__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint released_terms__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index released_terms__role on released_terms (company_id, role_id);
create index released_terms__expires_at on released_terms (expires_at);
call keep_to_company('released_terms');

-- When those who look after a company were last told what runs out.
create table term_notices (
  company_id uuid not null,
  told_at timestamptz not null default now(),
  constraint term_notices__pk primary key (company_id),
  constraint term_notices__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('term_notices');
