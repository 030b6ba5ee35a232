-- The language that a person has chosen, and the one of a tenant's people who have chosen none: BCP 47 tags; null: none.
-- No row has one yet, so that the rules need not be validated.
alter table users add column language text;
alter table users add constraint users__language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$') not valid;
alter table tenants add column language text;
alter table tenants add constraint tenants__language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$') not valid;
