-- Background jobs. The queue itself is the schema pgboss, which only the serving login reaches.

-- The runs of a company's jobs: what the queue does not keep, and what the company may see.
create table job_runs (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  -- Null: the system.
  actor jsonb,
  state text not null default 'queued' constraint job_runs__state
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- Rises with every start, so that a run which another node has taken over commits nothing more.
  attempt int not null default 0,
  progress real not null default 0,
  checkpoint jsonb,
  problem text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint job_runs__pk primary key (company_id, id),
  constraint job_runs__company_fk foreign key (company_id) references companies on delete cascade
);
create index job_runs__finished_at on job_runs (finished_at);
call keep_to_company('job_runs');

-- Queues a job in the caller's transaction. No role reads or writes the queue otherwise; a company's role queues for
-- its own company only. Without unique keys no transaction waits for another.
create function enqueue_job(job_name text, job_id uuid, company uuid, payload jsonb, delay_seconds int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'atrium_company' then
    company := coalesce(company, acting_company());
    if company is distinct from acting_company() or company is null then
      raise insufficient_privilege using message = 'a company queues jobs for itself only';
    end if;
  end if;
  insert into pgboss.job (id, name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select job_id, name, payload, company::text, due, due + retention_seconds * interval '1 second', expire_seconds,
      deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
    from pgboss.queue, (select now() + delay_seconds * interval '1 second' as due) as start
    where name = job_name;
  if not found then raise 'there is no queue %', job_name; end if;
end $$;
revoke execute on function enqueue_job(text, uuid, uuid, jsonb, int) from public;
grant execute on function enqueue_job(text, uuid, uuid, jsonb, int) to atrium_company, atrium_platform;
