-- What a call needed besides the element of its API, where it was refused for want of that: deleting many needs what deleting
-- one needs. Null for refusals at the door.
alter table denials add column element text;
