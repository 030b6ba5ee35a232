create index concurrently approvals__checked_at on approvals (checked_at)
  where state = 'open' and not widened and decider_kind in ('users', 'roles', 'leader');
create index concurrently approvals__escalate_at on approvals (escalate_at) where state = 'open';
create index concurrently approvals__remind_at on approvals (remind_at) where state = 'open';
create index concurrently approvals__newest on approvals (company_id, created_at desc, id) where state = 'open';
