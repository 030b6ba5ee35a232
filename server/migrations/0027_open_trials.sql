-- Trials of open APIs (decision 103).

-- Where trial calls of a business system's API are forwarded; empty: it cannot be tried.
alter table open_apis add column sandbox text not null default '';

-- Made from the console, with nothing kept.
alter table open_call_logs add column trial boolean not null default false;
