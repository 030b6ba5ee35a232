-- Migrations of each kind, which the test of upgrades applies to a full database.
alter table users add column nickname text;
alter table users add constraint users__nickname check (nickname <> '') not valid;
create function fill_nickname() returns trigger language plpgsql as $$
begin
  new.nickname := coalesce(new.nickname, new.name);
  return new;
end $$;
create trigger users_nickname before insert or update on users for each row execute function fill_nickname();
