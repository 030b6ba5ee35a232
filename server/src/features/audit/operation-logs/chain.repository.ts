import type { chainFaults } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

export type ChainCheck = {
  /** The last row of the archived segments, which are verified in their files; 0 if there are none. */
  archived: number
  checked: number
  upTo: number
  head: number
  broken: { seq: number; fault: (typeof chainFaults)[number]; time: string | null; action: string | null } | null
}

/**
 * Verifies a range of the acting company's audit chain: every row's recomputed hash, its link to the row before (the
 * last of the previous range, or of the archived segments), no missing numbers, and, if the range reaches the newest row,
 * that it matches the sealed head. The same rules as `verify-audit-chain`, for one company at a time.
 */
export const checkRange = async (db: Db, from: number, limit: number): Promise<ChainCheck> => {
  const { rows } = await sql<ChainCheck>`
    with archived as (
      select last_seq as seq, hash from audit_segments where company_id = acting_company() order by first_seq desc limit 1
    ), begun as (
      select greatest(${from}::bigint, (select seq from archived)) as after
    ), chain as materialized (
      select seq, time, event, hash, prev,
             case when seq = (select after from begun) then hash else audit_hash(audit_log) end as computed,
             lag(hash, 1, coalesce((select hash from archived where seq = (select after from begun)), ''::bytea))
               over (order by seq) as before,
             lag(seq, 1, (select after from begun)) over (order by seq) as seq_before
      from (
        select * from audit_log where seq >= (select after from begun) order by seq limit ${limit} + 1
      ) as audit_log
    ), head as (
      select seq, hash from audit_head()
    ), last as (
      select seq, hash from (
        select seq, hash from chain union all select seq, hash from archived where seq = (select after from begun)
      ) ends order by seq desc limit 1
    ), broken as (
      select seq, case when seq <> seq_before + 1 then 'missing' else 'changed' end as fault,
             case when seq <> seq_before + 1 then seq_before + 1 else seq end as place, time, event
      from chain
      where seq > (select after from begun) and (hash <> computed or seq <> seq_before + 1 or prev <> before)
      union all
      select null, 'cut', coalesce((select seq from last), (select after from begun)) + 1, null, null
      from head
      where (select count(*) from chain) <= ${limit}
        and ((select seq from last) is distinct from head.seq or (select hash from last) is distinct from head.hash)
    ), first as (
      select * from broken order by place limit 1
    )
    select coalesce((select seq from archived), 0) as archived,
           (select count(*) from chain where seq > (select after from begun)) as checked,
           coalesce((select seq from last), (select after from begun)) as "upTo",
           coalesce((select seq from head), 0) as head,
           (select jsonb_build_object(
              'seq', place, 'fault', fault,
              'time', case when fault = 'changed' then to_jsonb(time) end,
              'action', case when fault = 'changed' then event end) from first) as broken`.execute(db)
  return rows[0] as ChainCheck
}
