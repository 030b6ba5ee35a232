-- The code that a registration used, which gets its use back if the registration is rejected.
alter table registrations add column invitation text not null default '';
