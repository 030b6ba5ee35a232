-- Reviews: of the roles that people were given, each is kept or taken by whoever leads them (decision 58).
create table reviews (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  due_at timestamptz not null,
  -- All roles that were given, those chosen, or those of the people of chosen organisations and what stands in them; what was
  -- chosen, as it was called then.
  coverage text not null,
  chosen text[] not null default '{}',
  -- What becomes of what nobody has answered.
  unanswered text not null,
  state text not null default 'open',
  items integer not null default 0,
  -- Once it is closed: how many roles are to be taken, how far that has come, and what became of them.
  removing integer not null default 0,
  applied_to uuid,
  removed integer not null default 0,
  gone integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  closed_at timestamptz,
  -- Nobody where it was due.
  closed_by jsonb,
  constraint reviews__pk primary key (company_id, id),
  constraint reviews__company_id foreign key (company_id) references companies (id),
  constraint reviews__coverage check (coverage in ('all', 'roles', 'orgs')),
  constraint reviews__unanswered check (unanswered in ('keep', 'remove')),
  constraint reviews__state check (state in ('open', 'applying', 'closed', 'cancelled'))
);
create index reviews__open on reviews (due_at) where state = 'open';
create index reviews__applying on reviews (closed_at) where state = 'applying';
call keep_to_company('reviews');

-- Who answers for how many, how far he is, and when he was told.
create table review_lists (
  company_id uuid not null,
  review_id uuid not null,
  reviewer_id uuid not null,
  items integer not null,
  answered integer not null default 0,
  told_at timestamptz,
  constraint review_lists__pk primary key (company_id, review_id, reviewer_id),
  constraint review_lists__review foreign key (company_id, review_id) references reviews (company_id, id) on delete cascade,
  constraint review_lists__reviewer foreign key (company_id, reviewer_id) references users (company_id, id) on delete cascade
);
create index review_lists__reviewer on review_lists (company_id, reviewer_id);
create index review_lists__untold on review_lists (company_id, review_id) where told_at is null;
call keep_to_company('review_lists');

create table review_items (
  company_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  -- Null once he is deleted for good.
  reviewer_id uuid,
  answer text,
  reason text not null default '',
  answered_at timestamptz,
  outcome text,
  -- Why the role was not taken.
  refusal text not null default '',
  constraint review_items__pk primary key (company_id, id),
  constraint review_items__given unique (company_id, review_id, user_id, role_id),
  constraint review_items__review foreign key (company_id, review_id) references reviews (company_id, id) on delete cascade,
  constraint review_items__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint review_items__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint review_items__reviewer foreign key (company_id, reviewer_id) references users (company_id, id)
    on delete set null (reviewer_id),
  -- Nobody answers for himself.
  constraint review_items__other check (reviewer_id <> user_id),
  constraint review_items__answer check (answer in ('keep', 'remove')),
  constraint review_items__outcome check (outcome in ('removed', 'gone', 'refused'))
);
create index review_items__user on review_items (company_id, user_id);
create index review_items__role on review_items (company_id, role_id);
create index review_items__reviewer on review_items (company_id, reviewer_id, review_id, user_id, role_id);
-- In the order in which roles are taken.
create index review_items__next on review_items (company_id, review_id, id);
call keep_to_company('review_items');
