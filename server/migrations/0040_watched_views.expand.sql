-- Saved searches that remind their owner of new rows.
alter table list_views add column notify text;
-- When it is looked at next; null: not at all.
alter table list_views add column notify_at timestamptz;
-- Rows up to this moment are known, and of those after it these.
alter table list_views add column seen_until timestamptz;
alter table list_views add column seen_ids uuid[] not null default '{}';
-- Why the product has stopped; empty: it has not.
alter table list_views add column notify_stopped text not null default '';
