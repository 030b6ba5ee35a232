import type { TestApp } from './harness.ts'

type Planted = { actors: readonly string[]; count: number }

/**
 * Fills a company's empty log with rows of March 2020, one a minute: every tenth fails on the server, is refused, or asks
 * for a second step.
 */
export const plantLog = async (
  app: Pick<TestApp, 'sql'>,
  companyId: string,
  { actors, count }: Planted,
): Promise<void> => {
  await app.sql('alter table audit_log disable trigger seal')
  await app.sql(
    `insert into audit_log (company_id, seq, id, time, trace_id, actor, actor_id, ip, agent, event, entity_name, ok, code,
       ms, prev, hash)
     select $1, at, gen_random_uuid(), '2020-03-02T00:00:00Z'::timestamptz + make_interval(mins => at), md5(at::text),
       jsonb_build_object('id', actor, 'name', '成员'), actor::uuid, '10.0.0.' || at % 3, '',
       case at % 2 when 0 then 'baseParameter.created' else 'portrait.replaced' end, '参数' || at % 4,
       at % 10 not in (0, 5, 7), case at % 10 when 0 then 500 when 5 then 403 when 7 then 111 else 0 end, 1, '', ''
     from generate_series(1, $2::int) as at
     cross join lateral (select ($3::text[])[1 + at % cardinality($3::text[])] as actor) as acting`,
    [companyId, count, actors],
  )
  await app.sql('alter table audit_log enable trigger seal')
}
