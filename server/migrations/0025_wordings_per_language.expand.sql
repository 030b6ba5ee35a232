-- Own wordings of a message in other languages than that of the code, by BCP 47 tag:
-- {"en": {"title": "", "content": "", "providerTemplate": ""}}. What is empty falls back to the product's or to the row's.
alter table message_templates add column wordings jsonb not null default '{}';
alter table message_templates add constraint message_templates__wordings check (jsonb_typeof(wordings) = 'object') not valid;
-- The language that a notice is written in, and its text in others: {"en": {"title": "", "summary": "", "content": ""}}.
alter table notices add column language text not null default 'zh-CN';
alter table notices add constraint notices__language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$') not valid;
alter table notices add column translations jsonb not null default '{}';
alter table notices add constraint notices__translations check (jsonb_typeof(translations) = 'object') not valid;
alter table notice_revisions add column translations jsonb not null default '{}';
alter table notice_revisions add constraint notice_revisions__translations check (jsonb_typeof(translations) = 'object') not valid;
