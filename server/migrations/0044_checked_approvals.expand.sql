-- When it was last looked at whether enough people may act in the present step.
alter table approvals add column checked_at timestamptz not null default now();
