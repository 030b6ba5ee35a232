-- Modules that are switched off for all companies of a tenant.
alter table tenants add column modules_off text[] not null default '{}';
