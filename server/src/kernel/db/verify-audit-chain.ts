import { asOwner } from './as-owner.ts'

export type BrokenLink = { company: string; seq: number; fault: 'changed' | 'missing' | 'cut' }

const query = `
  with chain as (
    select company_id, seq, hash, prev, audit_hash(audit_log) as computed,
           lag(hash, 1, ''::bytea) over (partition by company_id order by seq) as before,
           lag(seq, 1, 0::bigint) over (partition by company_id order by seq) as seq_before
    from audit_log
  ), broken as (
    select company_id, seq, 'changed' as fault from chain where hash <> computed
    union all
    select company_id, seq_before + 1, 'missing' from chain where seq <> seq_before + 1
    union all
    select company_id, seq, 'changed' from chain where seq = seq_before + 1 and prev <> before
    union all
    select audit_heads.company_id, coalesce(last.seq, 0) + 1, 'cut'
    from audit_heads
    left join lateral (
      select seq, hash from audit_log
      where audit_log.company_id = audit_heads.company_id order by seq desc limit 1
    ) last on true
    where last.seq is distinct from audit_heads.seq or last.hash is distinct from audit_heads.hash
  )
  select distinct on (company_id) company_id as company, seq, fault from broken order by company_id, seq`

/**
 * Recomputes the hash chain of every company.
 * @param ownerUrl the owner's address
 * @returns the number of rows checked, and the first broken link of each broken chain
 */
export const verifyAuditChain = (ownerUrl: string): Promise<{ rows: number; brokenLinks: BrokenLink[] }> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ company: string; seq: string; fault: BrokenLink['fault'] }>(query)
    const { rows: total } = await client.query<{ n: string }>('select count(*) as n from audit_log')
    return { rows: Number(total[0]?.n), brokenLinks: rows.map((row) => ({ ...row, seq: Number(row.seq) })) }
  })
