-- What operators and companies have written online: texts of the product that read otherwise, and translations of names.
-- Rows of the platform's own company apply everywhere, those of another company within it.
create table translations (
  company_id uuid not null,
  -- BCP 47 tag.
  language text not null,
  -- The text of the code or the name, as catalogues have it: with its meaning behind an @ if it has several.
  source text not null,
  text text not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint translations__pk primary key (company_id, language, source),
  constraint translations__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint translations__language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'),
  -- They are in the key, whose size is limited.
  constraint translations__source check (octet_length(source) <= 2400)
);
call keep_to_company('translations');

-- The number of changes in a company's translations, by which nodes know that they have to read them.
create table translation_changes (
  company_id uuid not null,
  changes integer not null default 1,
  changed_at timestamptz not null default clock_timestamp(),
  constraint translation_changes__pk primary key (company_id),
  constraint translation_changes__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index translation_changes__changed_at on translation_changes (changed_at);
call keep_to_company('translation_changes');

-- Languages that were added online, and those of the product that are not offered.
create table languages (
  -- BCP 47 tag.
  tag text not null,
  offered boolean not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint languages__pk primary key (tag),
  constraint languages__tag check (tag ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$')
);
call share_with_companies('languages');
call let_platform_company_edit('languages');
