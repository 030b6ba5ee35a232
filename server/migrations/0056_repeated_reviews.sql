-- Reviews that are repeated (decision 63).
alter table reviews
  -- What its extent is made of: ids of roles or organisations, some of which may be gone by now.
  add column chosen_ids uuid[] not null default '{}',
  -- In how many months after its beginning the next one begins; 0 where none does, or has begun already.
  add column repeat_months smallint not null default 0,
  -- In whose name.
  add column repeat_by jsonb,
  -- Why it is repeated no more, where nobody wanted that.
  add column stopped text not null default '',
  add constraint reviews__repeat_months check (repeat_months in (0, 1, 3, 6, 12)),
  add constraint reviews__repeat_by check ((repeat_months > 0) = (repeat_by is not null));
create index reviews__repeated on reviews (created_at) where repeat_months > 0;
