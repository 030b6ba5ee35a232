-- Segments of the audit log that lie in files (decision 130).

-- Each continues the one before it and consists of whole checkpoints. The serving roles read it, and add to it and to
-- nothing else by the function below.
create table audit_segments (
  company_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  -- Of the row before the first, and of the last.
  prev bytea not null,
  hash bytea not null,
  -- Of the file.
  sha256 text not null,
  size bigint not null,
  archived_at timestamptz not null default now(),
  -- Of all columns above but the time of the archiving.
  signature bytea not null,
  constraint audit_segments__pk primary key (company_id, first_seq),
  constraint audit_segments__seq check (first_seq > 0 and last_seq >= first_seq)
);
call keep_to_company('audit_segments');
revoke insert, update, delete on audit_segments from atrium_company, atrium_platform;

-- Adds the next segment of a company's log. Its file was read back before. Whatever a caller says, it holds rows that are
-- there, without a gap, that checkpoints cover, and that are older than four weeks.
create function add_audit_segment(segment audit_segments) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former audit_segments;
  oldest audit_log;
  newest audit_log;
begin
  select * into former from audit_segments where company_id = segment.company_id order by first_seq desc limit 1;
  -- Another run was first.
  if former.last_seq >= segment.last_seq then return false; end if;
  select * into oldest from audit_log where company_id = segment.company_id and seq = segment.first_seq;
  select * into newest from audit_log where company_id = segment.company_id and seq = segment.last_seq;
  if segment.first_seq is distinct from coalesce(former.last_seq, 0) + 1
    or segment.prev is distinct from coalesce(former.hash, '')
    or oldest.prev is distinct from segment.prev
    or newest.hash is distinct from segment.hash
    or (select count(*) from audit_log where company_id = segment.company_id
      and seq between segment.first_seq and segment.last_seq) <> segment.last_seq - segment.first_seq + 1
  then
    raise exception 'a segment consists of the oldest rows of the log, without a gap';
  end if;
  if newest.time > now() - interval '28 days' then
    raise exception 'a segment consists of rows that are older than four weeks';
  end if;
  if not exists (select from audit_checkpoints where company_id = segment.company_id and after = segment.first_seq - 1)
    or not exists (select from audit_checkpoints where company_id = segment.company_id and after < segment.last_seq
      and seq = segment.last_seq and hash = segment.hash)
  then
    raise exception 'a segment consists of whole checkpoints';
  end if;
  insert into audit_segments values (segment.company_id, segment.first_seq, segment.last_seq, segment.first_time,
      segment.last_time, segment.prev, segment.hash, segment.sha256, segment.size, now(), segment.signature)
    on conflict on constraint audit_segments__pk do nothing;
  return found;
end $$;
revoke execute on function add_audit_segment(audit_segments) from public;
grant execute on function add_audit_segment(audit_segments) to atrium_platform;

-- Deletes the oldest rows of the log that a segment holds, at most so many. Its file, of this digest, was read back
-- before. The last row goes last: until then it shows that the segment is the log's own.
create function delete_archived_rows(of_company uuid, first bigint, digest text, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  segment audit_segments;
  deleted integer;
begin
  select * into segment from audit_segments
    where company_id = of_company and first_seq = first and sha256 = digest for update;
  if not found then raise exception 'no segment of this digest holds these rows'; end if;
  if exists (select from audit_log where company_id = of_company and seq between first and segment.last_seq)
    and not exists (select from audit_log
      where company_id = of_company and seq = segment.last_seq and hash = segment.hash)
  then
    raise exception 'the segment ends with another row than the log';
  end if;
  delete from audit_log where company_id = of_company and seq in (
    select seq from audit_log where company_id = of_company and seq between first and segment.last_seq
    order by seq limit most);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke execute on function delete_archived_rows(uuid, bigint, text, integer) from public;
grant execute on function delete_archived_rows(uuid, bigint, text, integer) to atrium_platform;
