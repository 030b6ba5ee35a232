create index concurrently list_views__due on list_views (notify_at) where notify_at is not null;
