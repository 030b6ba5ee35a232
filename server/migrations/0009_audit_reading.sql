-- Reading a log of ten million rows. Every index here costs each write, so each serves a question that is really asked:
-- what happened to this row; every event of this kind; what failed; what belongs to this trace id. Times need none:
-- within a company rows are dated in the order of their numbers, so a moment is found by halving (audit_seq_at).
create index audit_log__entity on audit_log (company_id, entity_id, seq desc) where entity_id is not null;
create index audit_log__event on audit_log (company_id, event, seq desc);
create index audit_log__failure on audit_log (company_id, seq desc) where not ok;
create index audit_log__trace on audit_log (company_id, trace_id);

-- The number of the first row of the acting company that is not older than a moment; one past the newest if all are.
create function audit_seq_at(moment timestamptz) returns bigint
  language plpgsql stable as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  found record;
begin
  select coalesce(min(seq), 1), coalesce(max(seq), 0) + 1 into low, high
    from audit_log where company_id = acting_company();
  while low < high loop
    middle := (low + high) / 2;
    select seq, time into found from audit_log
      where company_id = acting_company() and seq >= middle order by seq limit 1;
    if found.time < moment then
      low := found.seq + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

-- The newest link of the acting company's chain, for checking that the log was not cut short.
create function audit_head() returns audit_heads
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from audit_heads where company_id = acting_company() $$;
