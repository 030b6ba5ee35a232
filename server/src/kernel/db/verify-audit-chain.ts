import { asOwner } from './as-owner.ts'

export type BrokenLink = { company: string; seq: number; fault: 'changed' | 'missing' | 'cut' }
/** Where a check begins in every chain: at a row by its number, or at the first one of a time. */
export type CheckedFrom = { seq: number } | { time: string }
/** Where the check of one company's chain began, and how many rows of its log lie before. */
type CheckedChain = { company: string; first: number; rows: number; skipped: number }

/**
 * Each chain with the last row that a segment holds, where its check begins, and the hash before that row; null if that is
 * not known, in the middle of a chain. While archived rows are deleted, the oldest of them may be gone.
 */
const chains = `archived as (
    select distinct on (company_id) company_id, last_seq, hash from audit_segments order by company_id, first_seq desc
  ), known as (
    select company_id, archived.last_seq as archived_seq, archived.hash as archived_hash,
           audit_heads.seq as head_seq, audit_heads.hash as head_hash, oldest.seq as oldest_seq
    from (select company_id from audit_log union select company_id from audit_heads
      union select company_id from audit_segments) companies
    left join archived using (company_id)
    left join audit_heads using (company_id)
    cross join lateral (select min(seq) as seq from audit_log where audit_log.company_id = companies.company_id) oldest
  ), chains as (
    select *, case when first = coalesce(archived_seq, 0) + 1 then coalesce(archived_hash, ''::bytea) end as hash_before
    from known
    cross join lateral (select greatest(
      least(oldest_seq, coalesce(archived_seq, 0) + 1),
      $1::bigint,
      case when $2::timestamptz is not null then coalesce(
        (select min(seq) from audit_log where audit_log.company_id = known.company_id and time >= $2), head_seq + 1) end
    ) as first) starting
  )`

const findBroken = `
  with ${chains}, chain as (
    select log.company_id, log.seq, log.hash, log.prev, audit_hash(log) as computed,
           lag(log.hash, 1, hash_before) over by_seq as before, lag(log.seq, 1, first - 1) over by_seq as seq_before
    from audit_log as log join chains using (company_id)
    where log.seq >= first
    window by_seq as (partition by log.company_id order by log.seq)
  ), segments as (
    select company_id, first_seq, prev, lag(hash, 1, ''::bytea) over by_seq as before,
           lag(last_seq, 1, 0::bigint) over by_seq as seq_before
    from audit_segments
    window by_seq as (partition by company_id order by first_seq)
  ), broken as (
    select company_id, seq, 'changed' as fault from chain where hash <> computed
    union all
    select company_id, seq_before + 1, 'missing' from chain where seq <> seq_before + 1
    union all
    select company_id, seq, 'changed' from chain where seq = seq_before + 1 and prev <> before
    union all
    select company_id, archived_seq, 'changed' from chains join audit_log using (company_id)
    where seq = archived_seq and hash <> archived_hash
    union all
    select company_id, seq_before + 1, 'missing' from segments where first_seq <> seq_before + 1
    union all
    select company_id, first_seq, 'changed' from segments where first_seq = seq_before + 1 and prev <> before
    union all
    select chains.company_id, coalesce(last.seq, archived_seq, 0) + 1, 'cut'
    from chains
    left join lateral (
      select seq, hash from audit_log
      where audit_log.company_id = chains.company_id order by seq desc limit 1
    ) last on true
    where head_seq is not null and (coalesce(last.seq, archived_seq) is distinct from head_seq
      or coalesce(last.hash, archived_hash) is distinct from head_hash)
  )
  select distinct on (company_id) company_id as company, seq, fault from broken order by company_id, seq`

const countChecked = `
  with ${chains}
  select company_id as company, first, count(seq) filter (where seq >= first) as rows,
         count(seq) filter (where seq < first) as skipped
  from chains left join audit_log using (company_id)
  group by company_id, first order by company_id`

/**
 * Recomputes the hash chain of every company. It begins where the archived segments end, whose links are compared; their
 * files are for others to verify.
 * @param ownerUrl the owner's address
 * @param from where to begin; the first row there is taken as it is
 * @returns the number of rows checked, the first broken link of each broken chain, and where the check of each began
 */
export const verifyAuditChain = (
  ownerUrl: string,
  from?: CheckedFrom,
): Promise<{ rows: number; brokenLinks: BrokenLink[]; chains: CheckedChain[] }> =>
  asOwner(ownerUrl, async (client) => {
    const bounds = [from && 'seq' in from ? from.seq : null, from && 'time' in from ? from.time : null]
    const { rows: broken } = await client.query<BrokenLink & { seq: string }>(findBroken, bounds)
    const { rows: counted } = await client.query<Record<keyof CheckedChain, string>>(countChecked, bounds)
    const checked = counted.map(({ company, first, rows, skipped }) => ({
      company,
      first: Number(first),
      rows: Number(rows),
      skipped: Number(skipped),
    }))
    return {
      rows: checked.reduce((sum, { rows }) => sum + rows, 0),
      brokenLinks: broken.map((row) => ({ ...row, seq: Number(row.seq) })),
      chains: checked,
    }
  })
