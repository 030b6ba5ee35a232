-- Tables whose rows go by age are kept in partitions, one for each month or week, and what has had its time goes with its
-- partition (decision 54). The key is the id: ids are of version 7 and begin with their moment, no row ever changes its own,
-- and whoever looks a row up by it needs one partition.

-- What the ids of a moment begin at.
create function id_at(moment timestamptz) returns uuid
  language sql immutable
  return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Which tables, how long a partition is, and how long a row is kept at least.
create function partition_rules() returns table (parent text, length interval, life interval)
  language sql immutable
begin atomic
  values ('denials', interval '1 week', interval '30 days'), ('messages', interval '1 month', interval '180 days');
end;

-- Partitions begin with the month or, for shorter ones, with the Monday, in UTC.
create function partition_start(length interval, moment timestamptz) returns timestamptz
  language sql immutable
  return date_trunc(case when length < interval '1 month' then 'week' else 'month' end, moment, 'UTC');
create function partition_name(parent text, starts timestamptz) returns text
  language sql stable
  return parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');

-- A partition is reached through its table alone, whose policies then decide: nobody but the owner may touch it by itself.
create procedure keep_to_owner(kept text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', kept);
  -- As migration 0031 has it.
  execute format('alter table %I alter column company_id set (n_distinct = 100)', kept);
end $$;

-- Made like the default partition, filled with what came there in its time, and only then attached: whoever reads or writes
-- the table meanwhile waits for no more than that.
create procedure add_partition(parent text, starts timestamptz, ends timestamptz) language plpgsql as $$
declare
  part text := partition_name(parent, starts);
  rest text := parent || '_default';
begin
  execute format('create table %I (like %I including all)', part, rest);
  execute format('with moved as (delete from %I where id >= %L and id < %L returning *) insert into %I select * from moved',
    rest, id_at(starts), id_at(ends), part);
  call keep_to_owner(part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, part, id_at(starts), id_at(ends));
end $$;

-- Makes what a moment needs, the partition at hand and the next one, and drops those of which every row has had its time.
create function shift_partitions(moment timestamptz) returns void language plpgsql set timezone = 'UTC' as $$
declare
  rule record;
  starts timestamptz;
  past regclass;
begin
  -- Nodes take turns, and none comes while the tables themselves are being changed.
  perform from schema_migrations_lock for update;
  for rule in select * from partition_rules() loop
    starts := partition_start(rule.length, moment);
    for nth in 1..2 loop
      if to_regclass(partition_name(rule.parent, starts)) is null then
        call add_partition(rule.parent, starts, starts + rule.length);
      end if;
      starts := starts + rule.length;
    end loop;
    for past in
      select oid from pg_inherits join pg_class on oid = inhrelid
      where inhparent = rule.parent::regclass
        and substring(pg_get_expr(relpartbound, oid) from 'TO \(''(.*)''\)')::uuid <= id_at(moment - rule.life)
    loop
      execute format('drop table %s', past);
    end loop;
    -- Here are only rows of a node whose clock was wrong.
    execute format('delete from %I where id < %L', rule.parent || '_default', id_at(moment - rule.life));
  end loop;
end $$;
revoke execute on function shift_partitions(timestamptz) from public;

-- The same for those who serve: at no other moment than now.
create function look_after_partitions() returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  select shift_partitions(now());
end;
revoke execute on function look_after_partitions() from public;
grant execute on function look_after_partitions() to atrium_platform;

-- Makes a table the first partition of one that takes its name, its keys, its indexes and its policies. Its rows stay where
-- they are; those whose ids are of a later time go to the default partition.
create procedure part_by_time(kept text) language plpgsql set timezone = 'UTC' as $$
declare
  span interval := (select length from partition_rules() where parent = kept);
  starts timestamptz := partition_start(span, now());
  ends uuid := id_at(starts + span);
  first text := partition_name(kept, starts);
  rest text := kept || '_default';
  known record;
begin
  execute format('alter table %I rename to %I', kept, first);
  execute format('create table %I (like %I including defaults) partition by range (id)', kept, first);
  for known in
    select relname as name, substring(pg_get_indexdef(indexrelid) from 'USING .*') as method,
      (select pg_get_constraintdef(oid) from pg_constraint where conindid = indexrelid and contype = 'p') as key
    from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = first::regclass
  loop
    execute format('alter index %I rename to %I', known.name, known.name || right(first, 9));
    if known.key is null then
      execute format('create index %I on %I %s', known.name, kept, known.method);
    else
      execute format('alter table %I add constraint %I %s', kept, known.name, known.key);
    end if;
  end loop;
  for known in
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = first::regclass and contype = 'f'
  loop
    execute format('alter table %I add constraint %I %s', kept, known.name, known.definition);
  end loop;
  call keep_to_company(kept);
  execute format('alter table %I alter column company_id set (n_distinct_inherited = 100)', kept);
  execute format('drop policy company_rows on %I', first);
  execute format('drop policy platform_rows on %I', first);
  execute format('revoke all on %I from atrium_company, atrium_platform', first);
  execute format('create table %I (like %I including all)', rest, first);
  call keep_to_owner(rest);
  execute format('with moved as (delete from %I where id >= %L returning *) insert into %I select * from moved',
    first, ends, rest);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', kept, first, ends);
  execute format('alter table %I attach partition %I default', kept, rest);
end $$;

-- The hourly deletes alone read it.
drop index denials__denied_at;
call part_by_time('denials');
call part_by_time('messages');
drop procedure part_by_time(text);
select shift_partitions(now());
