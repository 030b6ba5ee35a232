-- Claims of an application's own: what they are called and what fills them.
alter table open_app_oidc add column claims jsonb not null default '[]';
