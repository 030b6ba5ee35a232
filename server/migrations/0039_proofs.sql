-- Proofs of a user (decision 109): what is half finished or kept ends with what ends their sessions.

-- Number of the last end of the user's proofs; each proof carries the one at which it was issued.
alter table users add column proof_epoch bigint not null default 1;

create function end_proofs() returns trigger language plpgsql as $$
begin
  new.proof_epoch := old.proof_epoch + 1;
  return new;
end $$;
-- With what they rest on, whoever changes it: the password, a contact, and that the user may sign in.
create trigger end_proofs before update of password_hash, phone, email, status, locked_at, locked_until, deleted_at, expire_at
  on users for each row
  when (
    old.password_hash is distinct from new.password_hash
    or old.phone is distinct from new.phone
    or old.email is distinct from new.email
    or old.status is distinct from new.status
    or old.locked_at is distinct from new.locked_at
    or old.locked_until is distinct from new.locked_until
    or old.deleted_at is distinct from new.deleted_at
    or (old.expire_at is distinct from new.expire_at and new.expire_at <= now()))
  execute function end_proofs();

-- Rows that are proofs of a user until they expire. Ended ones are seen by nobody who serves, so that no reader can
-- forget to ask; expired ones are, so that the cleanup finds them.
create procedure end_with_proofs(table_name text) language plpgsql as $$
begin
  execute format('alter table %I add column proof_epoch bigint not null default 1', table_name);
  -- Those who issue one say what it rests on.
  execute format('alter table %I alter column proof_epoch drop default', table_name);
  execute format('create policy user_proofs on %1$I as restrictive to atrium_company, atrium_platform
    using (expires_at <= now() or exists (select from users
      where users.company_id = %1$I.company_id and users.id = %1$I.user_id and users.proof_epoch = %1$I.proof_epoch))
    with check (true)', table_name);
end $$;
call end_with_proofs('sign_in_attempts');
call end_with_proofs('recovery_tickets');
call end_with_proofs('trusted_devices');

-- Codes sent before now name nobody: they are asked for again.
delete from verification_codes;
