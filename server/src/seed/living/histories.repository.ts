import type { Load } from '../../kernel/db/bulk-load.ts'
import type { SeededApp } from './open-platform.ts'

type Sql = Pick<Load, 'sql'>
/** Days of the past that are filled; call logs live for thirty, the rest longer. */
const days = { log: 60, calls: 28, deliveries: 12, messages: 45 }
/** An id of a moment, whose last digits are a number. */
const idOf = (moment: string, number: string) =>
  `(substr(id_at(${moment})::text, 1, 24) || lpad(to_hex(${number}), 12, '0'))::uuid`
/** A number from 0 up to a limit that is drawn by its arguments. */
const drawn = (by: string, limit: number) => `(abs(hashtext(${by})) % ${limit})`
/** Moments on working days from eight to seven, as many an hour as drawn. */
const moments = (ofDays: string, most: string) => `
  select hour + make_interval(secs => ${drawn("'at ' || hour || ' ' || n", 3600)}) as moment, n
  from generate_series(date_trunc('hour', now()) - make_interval(days => ${ofDays}), date_trunc('hour', now()) - interval '1 hour',
    interval '1 hour') as hour
  cross join lateral generate_series(1, case
    when extract(hour from hour at time zone 'Asia/Shanghai') not between 8 and 18 then ${drawn("'n ' || hour", 12)} / 11
    when extract(isodow from hour at time zone 'Asia/Shanghai') > 5 then ${drawn("'n ' || hour", 4)} / 3
    else 1 + ${drawn("'n ' || hour", 100)} * ${most} / 100 end) as n`

const agents = `array['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1']`

/** Moments of programs, which call around the clock. */
const callMoments = `
  select moment, n
  from generate_series(date_trunc('hour', now()) - make_interval(days => ${days.calls}), date_trunc('hour', now()), interval '1 hour') as hour
  cross join lateral generate_series(1, 2 + ${drawn("'calls ' || hour", 3)}
    + case when extract(hour from hour at time zone 'Asia/Shanghai') between 8 and 18 then 3 else 0 end) as n
  cross join lateral (select hour + make_interval(secs => ${drawn("'call ' || hour || ' ' || n", 3600)}) as moment) as at
  where moment < now()`

/** Resolvers that anybody may ask, so that sign-ins come from several cities and from no firm. */
const addresses = `array['223.5.5.5', '114.114.114.114', '119.29.29.29', '180.76.76.76']`

/** What administrators did in the past: event, table of the entity, a change before and after, and how often. */
const deeds = `(values
  ('user.updated', 'users', '{"remark": ""}', '{"remark": "试用期已过"}', 10),
  ('user.created', 'users', null, '{"status": 1}', 5),
  ('user.rolesChanged', 'users', '{"roles": ["员工"]}', '{"roles": ["员工", "人事专员"]}', 4),
  ('user.locked', 'users', null, '{"reason": "长期未登录"}', 1),
  ('post.updated', 'posts', '{"level": 3}', '{"level": 2}', 3),
  ('organization.updated', 'orgs', '{"phone": ""}', '{"phone": "0571-88990011"}', 4),
  ('role.updated', 'roles', '{"description": ""}', '{"description": "按年度复核调整"}', 2)
) as deed (event, kind, before, after, weight)`

/** Sign-ins and deeds of the last days, in the first company and the operator's. */
const pastEvents = `
       with company as (select id, platform from companies where platform or code = 'C00001'),
       people as (
         select users.company_id, users.id, users.name, row_number() over (partition by users.company_id order by users.id) - 1 as at,
           count(*) over (partition by users.company_id) as many
         from users join company on company.id = users.company_id where status = 1),
       admins as (
         select people.*, row_number() over (partition by people.company_id order by people.id) - 1 as nth,
           count(*) over (partition by people.company_id) as of_all
         from people join user_roles on user_roles.company_id = people.company_id and user_roles.user_id = people.id
         join roles on roles.company_id = user_roles.company_id and roles.id = role_id and roles.code not in ('staff')),
       deeds as (select deed.*, row_number() over () - 1 as at, count(*) over () as many from ${deeds} cross join generate_series(1, weight)),
       entities as (
         select *, row_number() over (partition by company_id, kind order by id) - 1 as at, count(*) over (partition by company_id, kind) as many
         from (
           select company_id, id, name, 'users' as kind from users union all select company_id, id, name, 'posts' from posts
           union all select company_id, id, name, 'orgs' from orgs
           union all select company_id, id, name, 'roles' from roles where type = 'custom') as entity),
       happened as (
         select company.id as company_id, moment, n, platform, row_number() over (order by moment, n) as number
         from company cross join lateral (${moments(String(days.log), 'case when platform then 2 else 5 end')}) as at)
       select happened.company_id, moment, number, md5('log' || number) as trace,
         coalesce(people.id, admins.id) as actor_id, coalesce(people.name, admins.name) as actor_name,
         case when is_sign_in then case when failed then 'signIn.verified' else 'session.started' end else deeds.event end as event,
         coalesce(people.id, entities.id) as entity_id, coalesce(people.name, entities.name) as entity_name,
         case when not is_sign_in then deeds.before::jsonb end as before,
         case when is_sign_in then case when failed then '{"method": "password", "reason": "password"}' else '{"method": "password"}' end
           else deeds.after end::jsonb as after,
         not failed as ok, case when failed then case when is_sign_in then 1001 else 403 end else 0 end as code
       from happened
       cross join lateral (select ${drawn("'kind ' || number", 100)} < 86 as is_sign_in, ${drawn("'ok ' || number", 100)} < 6 as failed) as what
       left join people on is_sign_in and people.company_id = happened.company_id and people.at = ${drawn("'who ' || number", 1_000_000)} % people.many
       left join admins on not is_sign_in and admins.company_id = happened.company_id and admins.nth = ${drawn("'admin ' || number", 1_000_000)} % admins.of_all
       left join deeds on not is_sign_in and deeds.at = ${drawn("'deed ' || number", 1_000_000)} % deeds.many
       left join entities on not is_sign_in and entities.company_id = happened.company_id and entities.kind = deeds.kind
         and entities.at = ${drawn("'entity ' || number", 1_000_000)} % entities.many
       where coalesce(people.id, entities.id) is not null and coalesce(people.id, admins.id) is not null`

export const historiesRepository = {
  /**
   * Writes sixty days of the log of the first company and of the operator: sign-ins, a few of which fail, and changes.
   * The chain is linked as the product links it, with the times of then.
   */
  writeAudit: ({ sql }: Sql) =>
    sql(
      `do $$
       declare
         row record;
         entry audit_log;
         head audit_heads;
       begin
         alter table audit_log disable trigger seal;
         for row in ${pastEvents} order by company_id, moment, number loop
           if head.company_id is distinct from row.company_id then
             insert into audit_heads (company_id, seq, hash) values (row.company_id, 0, '') on conflict do nothing;
             select * into head from audit_heads where company_id = row.company_id for no key update;
           end if;
           entry := null;
           entry.company_id := row.company_id;
           entry.seq := head.seq + 1;
           entry.id := ${idOf('row.moment', 'row.number')};
           entry.time := row.moment;
           entry.trace_id := row.trace;
           entry.actor := jsonb_build_object('id', row.actor_id, 'name', row.actor_name);
           entry.actor_id := row.actor_id;
           entry.ip := case when row.number % 5 = 0 then (${addresses})[1 + ${drawn('row.actor_id::text', 4)}]
             else '10.1.' || row.number % 4 || '.' || 20 + ${drawn('row.actor_id::text', 60)} end;
           entry.agent := (${agents})[1 + ${drawn('row.actor_id::text', 3)}];
           entry.event := row.event;
           entry.entity_id := row.entity_id;
           entry.entity_name := row.entity_name;
           entry.before := row.before;
           entry.after := row.after;
           entry.ok := row.ok;
           entry.code := row.code;
           entry.ms := 4 + ${drawn('row.trace', 60)};
           entry.prev := head.hash;
           entry.hash := audit_hash(entry);
           insert into audit_log select entry.*;
           head.seq := entry.seq;
           head.hash := entry.hash;
         end loop;
         alter table audit_log enable trigger seal;
       end $$`,
    ),

  /** Id of a call of the product. */
  async findApi({ sql }: Sql, method: string, path: string): Promise<string> {
    const [found] = await sql('select id from apis where method = $1 and path = $2', [method, path])
    return String(found?.id)
  },

  /** The company decides on each visit. */
  closeDoors: ({ sql }: Sql, companyId: string) =>
    sql(`update tenants set switch_policy = 'ask' where company_id = (select top_id from companies where id = $1)`, [
      companyId,
    ]),

  /** Spreads what was written in one go over the last weeks, the oldest first. Limits of the plan come into sight. */
  async spreadOut({ sql }: Sql, companyId: string) {
    const ago = (order: string, each: string) =>
      `row_number() over (order by ${order}) * interval '${each}' - interval '${each}' / 2`
    for (const [table, column, each, rows] of [
      ['notices', 'starts_at', '3 days', `state in ('issued', 'revoked') and starts_at <= now()`],
      ['open_apps', 'created_at', '20 days', 'true'],
      ['access_requests', 'created_at', '5 hours', 'true'],
      ['documents', 'updated_at', '2 days', 'true'],
      ['invitations', 'created_at', '4 days', 'true'],
    ] as const)
      await sql(
        `update ${table} set ${column} = now() - before.ago ${column === 'created_at' ? '' : ', created_at = now() - before.ago'}
         from (select id, ${ago('id desc', each)} as ago from ${table} where company_id = $1 and ${rows}) as before
         where ${table}.company_id = $1 and ${table}.id = before.id`,
        [companyId],
      )
    await sql(
      `update tenants set most_users = (people_of(company_id) * 1.12)::int, most_sms = 200 where company_id = $1`,
      [companyId],
    )
    await sql(
      `update tenant_usage_days set storage = bytes * greatest(0, 380 - ((now() at time zone 'Asia/Shanghai')::date - day)) / 380
       from storage_totals as stored where stored.company_id = tenant_usage_days.company_id and stored.company_id = $1`,
      [companyId],
    )
  },

  /** Departments without a leader are led by the leader of their first team. */
  leadDepartments: ({ sql }: Sql, companyId: string) =>
    sql(
      `insert into user_orgs (company_id, user_id, org_id, is_primary, duty, post_id)
       select distinct on (orgs.id) orgs.company_id, lead.user_id, orgs.id, false, 'leader', lead.post_id
       from orgs join orgs below on below.company_id = orgs.company_id and below.path like orgs.path || '_%'
       join user_orgs lead on lead.company_id = orgs.company_id and lead.org_id = below.id and lead.duty = 'leader'
       where orgs.company_id = $1 and not exists (
         select from user_orgs own where own.company_id = orgs.company_id and own.org_id = orgs.id and own.duty = 'leader')
       order by orgs.id, below.path on conflict do nothing`,
      [companyId],
    ),

  /** Two thirds have read what is published, half of them confirmed what must be confirmed. */
  writeReceipts: ({ sql }: Sql, companyId: string) =>
    sql(
      `insert into notice_receipts (company_id, notice_id, user_id, issuer_id, revision, read_at, acked_at, acked_revision)
       select users.company_id, notices.id, users.id, notices.company_id, 1, read.at, case when is_acked then read.at + interval '1 minute' end,
         case when is_acked then 1 end
       from notices join users on users.company_id = notices.company_id and users.deleted_at is null and users.status = 1
       cross join lateral (select notices.ack and ${drawn("'ack' || notices.id || users.id", 2)} = 0 as is_acked) as reading
       cross join lateral (select notices.starts_at + (now() - notices.starts_at) * ${drawn("'at' || notices.id || users.id", 100)} / 100.0 as at) as read
       where notices.company_id = $1 and notices.state = 'issued' and notices.starts_at <= now() and notices.revoked_at is null
         and users.account not like 'admin%' and ${drawn("'read' || notices.id || users.id", 3)} > 0
       on conflict do nothing`,
      [companyId],
    ),

  /** Logged calls of an application: most succeed, some are refused at the gate, few fail behind it. */
  writeCalls: ({ sql }: Sql, companyId: string, { id, apiIds, secretId, name }: SeededApp) =>
    sql(
      `insert into open_call_logs (company_id, id, app_id, api_id, signer_id, method, path, ip, agent, status, outcome,
         refused_at_step, detail, canonical, ms, request_bytes, reply_bytes, trace_id, called_at)
       select $1, ${idOf('moment', 'abs(hashtext($5 || n || moment)) + 0::bigint')}, $2, api.id, case when step = '' then $4::uuid end, api.method, api.path,
         '198.51.100.' || 10 + ${drawn('$5', 40)}, 'atrium-client/1.4', status, case status when 200 then 0 when 502 then 5002 else 4000 + status end,
         step, detail, '', 6 + (${drawn("'ms' || moment || n", 100)} ^ 2 / 60)::int + case status when 502 then 2000 else 0 end, 180, 900,
         md5($5 || moment || n), moment
       from (${callMoments}) as at
       cross join lateral (select open_apis.id, open_apis.method, open_apis.path from open_apis
         where open_apis.id = ($3::uuid[])[1 + ${drawn("'api' || moment || n", 1000)} % cardinality($3::uuid[])]) as api
       cross join lateral (select ${drawn("'outcome' || $5 || moment || n", 1000)} as draw) as drawn
       cross join lateral (select case when draw < 25 then 401 when draw < 40 then 429 when draw < 55 then 502 else 200 end::smallint as status,
         case when draw < 25 then 'signature' when draw < 40 then 'limit' else '' end as step,
         case when draw < 25 then '签名不一致' when draw < 40 then '超过每分钟上限' when draw < 55 then '业务系统未响应' else '' end as detail) as outcome`,
      [companyId, id, apiIds, secretId, name],
    ),

  /** Sums of the year before the logged calls: steady growth to their number. */
  writeCallDays: ({ sql }: Sql, companyId: string, { id, apiIds, name }: SeededApp) =>
    sql(
      `insert into open_call_days (company_id, app_id, day, api_id, calls, errors, refusals)
       select $1, $2, day, api_id, calls, calls / 66, calls / 25
       from generate_series(${days.calls + 1}, 364) as ago
       cross join unnest($3::uuid[]) as api_id
       cross join lateral (select date_trunc('day', now(), 'Asia/Shanghai') - make_interval(days => ago) as day) as at
       cross join lateral (select ((90 + ${drawn("'day' || $4 || ago || api_id", 30)}) * (1 - ago / 500.0) / cardinality($3::uuid[]))::int as calls) as counted
       on conflict do nothing`,
      [companyId, id, apiIds, name],
    ),

  /** Adds the logged calls up, as the gate does while it serves. */
  async sumCallsUp({ sql }: Sql, companyId: string) {
    const none = `'00000000-0000-0000-0000-000000000000'::uuid`
    const hour = `date_trunc('hour', called_at)`
    await sql(
      `insert into open_call_sums (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms, last_at)
       select company_id, app_id, ${hour}, coalesce(api_id, ${none}), coalesce(signer_id, ${none}), count(*),
         count(*) filter (where status >= 500), count(*) filter (where refused_at_step <> ''), sum(ms), max(called_at)
       from open_call_logs where company_id = $1 group by 1, 2, 3, 4, 5 on conflict do nothing`,
      [companyId],
    )
    await sql(
      `insert into open_call_spreads (company_id, app_id, hour, api_id, step, slot, calls)
       select company_id, app_id, ${hour}, coalesce(api_id, ${none}), refused_at_step,
         case when refused_at_step = '' then least(64, ceil(log(2, greatest(ms, 1)) * 4))::smallint else 0 end, count(*)
       from open_call_logs where company_id = $1 group by 1, 2, 3, 4, 5, 6 on conflict do nothing`,
      [companyId],
    )
    await sql(
      `update open_app_secrets set last_used_at = used.at
       from (select signer_id, max(called_at) as at from open_call_logs where company_id = $1 group by signer_id) as used
       where id = used.signer_id`,
      [companyId],
    )
  },

  /** Deliveries of webhooks: the first one’s arrive but for a bad hour, the others’ have failed since yesterday. */
  async writeDeliveries({ sql }: Sql, companyId: string, hookIds: readonly string[]) {
    await sql(
      `insert into webhook_deliveries (company_id, id, webhook_id, kind, event_id, seq, event, entity_id, entity_name, actor,
         occurred_at, state, tries, due_at, tried_at, status, ms, problem, request, answer, created_at)
       select $1, ${idOf('moment', "abs(hashtext(hook.id || ' ' || moment || ' ' || n))")}, hook.id, 'event', gen_random_uuid(), n,
         webhooks.events[1 + ${drawn('moment::text', 10)} % cardinality(webhooks.events)], post.id::text, post.name, null, moment,
         case when fails then 'failed' else 'sent' end, case when fails then 8 else 1 end, moment, moment + interval '2 seconds',
         case when fails then 503 else 204 end, 40 + ${drawn('moment::text', 300)}, case when fails then '接收方回应 503' else '' end, '', '', moment
       from unnest($2::uuid[]) with ordinality as hook (id, at)
       join webhooks on webhooks.company_id = $1 and webhooks.id = hook.id
       cross join lateral (${moments(String(days.deliveries), '3')}) as at
       cross join lateral (select id, name from posts where company_id = $1 order by md5(moment::text || posts.id) limit 1) as post
       cross join lateral (select (hook.at > 1 and moment > now() - interval '30 hours') or ${drawn("'hook' || moment || n", 40)} = 0 as fails) as outcome
       where moment > now() - make_interval(days => 29)`,
      [companyId, hookIds],
    )
    await sql(
      `update webhooks set failing_since = now() - interval '30 hours' where company_id = $1 and id = any($2::uuid[]) and id <> ($2::uuid[])[1]`,
      [companyId, hookIds],
    )
  },

  /** Messages of the company and of the operator. */
  writeMessages: ({ sql }: Sql, companyId: string) =>
    sql(
      `insert into messages (company_id, id, channel, template, target, state, tries, provider, receipt, problem, created_at, due_at, sent_at)
       select owner.id, ${idOf('moment', "owner.at * 100000000 + abs(hashtext(moment || ' ' || n)) % 100000000")}, channel,
         (array['code', 'notice', 'signInNotice', 'termsEnding', 'reviewAsked'])[1 + ${drawn("'template' || moment || n", 5)}],
         case channel when 'sms' then '154****' || 1000 + ${drawn('moment::text', 9000)} else 'z***@example.com' end,
         case when failed then 'failed' else 'sent' end, case when failed then 3 else 1 end, case channel when 'sms' then '演示短信' else '演示邮件' end,
         case when failed then null else 'R' || ${drawn("'r' || moment", 1_000_000)} end, case when failed then '号码不在服务区' end,
         moment, moment, case when not failed then moment + interval '3 seconds' end
       from (select id, row_number() over () as at from companies where id = $1 or platform) as owner
       cross join lateral (${moments(String(days.messages), '1')}) as at
       cross join lateral (select case when ${drawn("'channel' || owner.id || moment || n", 3)} = 0 then 'mail' else 'sms' end as channel,
         ${drawn("'failed' || owner.id || moment || n", 12)} = 0 as failed) as kind
       on conflict do nothing`,
      [companyId],
    ),

  /** Calls that failed on the server, one of them handled. */
  writeFailures: ({ sql }: Sql, companyId: string) =>
    sql(
      `insert into failed_calls (company_id, id, trace_id, last_trace_id, times, failed_at, last_at, user_id, company_name, method, path, code,
         error, message, stack, inputs, ms, version, handled_at, handled_by, remark)
       select $1, gen_random_uuid(), md5('first' || at), md5('last' || at), times, now() - make_interval(days => age), now() - make_interval(hours => age * 3),
         admin_id, companies.name, method, path, 500, error, message, '', '{}', ms, '', case when failure.remark <> '' then now() - interval '5 hours' end,
         case when failure.remark <> '' then jsonb_build_object('id', admin_id, 'name', '系统管理员', 'companyId', (select id from companies where platform)) end, failure.remark
       from companies cross join (values
         (1, 14, 6, 'GET', '/api/sys/excels/v1', 'TimeoutError', '读取超时', 30012, ''),
         (2, 3, 2, 'POST', '/api/sys/users/export/v1', 'Error', '存储空间不足', 4210, ''),
         (3, 1, 1, 'GET', '/api/sys/logs/v1', 'Error', '语句超时', 10004, ''),
         (4, 27, 11, 'PUT', '/api/sys/roles/{id}/v1', 'TypeError', '读取了不存在的字段', 35, '已在上一版修复')
       ) as failure (at, times, age, method, path, error, message, ms, remark)
       where companies.id = $1 order by age desc`,
      [companyId],
    ),

  /** Accounts and roles of the company that end within ninety days, and tenants that do. */
  async writeTerms({ sql }: Sql, companyId: string) {
    await sql(
      `update users set expire_at = now() + make_interval(days => (5 + 17 * nth)::int), remark = '合同制'
       from (select id, row_number() over (order by id) - 1 as nth from users where company_id = $1 and account not like 'admin%' and status = 1
         order by id offset 20 limit 5) as chosen
       where users.company_id = $1 and users.id = chosen.id`,
      [companyId],
    )
    await sql(
      `update user_roles set expires_at = now() + make_interval(days => (3 + 11 * nth)::int), reason = '临时支援', granted_by = '{"id": "", "name": "系统"}'
       from (select user_id, role_id, row_number() over (order by user_id) - 1 as nth
         from user_roles join roles using (company_id) where roles.id = role_id and company_id = $1 and roles.code in ('personnel', 'staff')
         order by roles.code, user_id limit 6) as chosen
       where user_roles.company_id = $1 and user_roles.user_id = chosen.user_id and user_roles.role_id = chosen.role_id`,
      [companyId],
    )
    await sql(
      `update tenants set expire_at = now() + make_interval(days => (9 + 23 * nth)::int)
       from (select company_id, row_number() over (order by company_id) - 1 as nth from tenants where expire_at is null and company_id <> $1
         order by company_id limit 4) as chosen
       where tenants.company_id = chosen.company_id`,
      [companyId],
    )
  },
}
