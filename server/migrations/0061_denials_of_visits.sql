-- The company somebody acted in when he was refused, where it was not his own: his denial is kept at home, but that one's plan has
-- a say in it.
alter table denials add column acting jsonb;
