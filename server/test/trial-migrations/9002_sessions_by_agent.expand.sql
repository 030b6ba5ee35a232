create index concurrently sessions__agent on sessions (agent, created_at);
