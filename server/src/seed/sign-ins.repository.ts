import type { Load } from '../kernel/db/bulk-load.ts'

/** Days with sign-ins, and the smallest company that has them. */
const [days, fewestPeople] = [60, 50]
/** Hours of UTC in which people work in China. */
const lastHour = 10

/** Sign-ins on working days, so that charts have something to show. They vary by company, day and hour. */
export const seededSignIns = {
  write: ({ sql }: Load, companies: readonly { id: string; people: readonly unknown[] }[]) => {
    const large = companies.filter(({ people }) => people.length >= fewestPeople)
    return sql(
      `insert into sign_in_days (company_id, day, hours)
       select id, current_date - ago, (
         select array_agg(case when extract(isodow from current_date - ago) > 5 or hour > ${lastHour} then 0
           else ceil(people * (5 + abs(hashtext(id || ' ' || ago || ' ' || hour)) % 10) / 100.0) end::int order by hour)
         from generate_series(0, 23) hour)
       from unnest($1::uuid[], $2::int[]) as company (id, people) cross join generate_series(0, ${days}) ago`,
      [large.map(({ id }) => id), large.map(({ people }) => people.length)],
    )
  },

  /** Sums them up for the operator, and has the rest counted at the next start. */
  async sumUp({ sql }: Load) {
    await sql(
      `insert into sign_in_days (company_id, day, hours)
       select (select id from companies where platform), day, array_agg(times order by hour)
       from (
         select day, hour, sum(times)::int as times
         from sign_in_days cross join unnest(hours) with ordinality as each (times, hour) group by day, hour) as summed
       group by day`,
    )
    await sql(`update overview_counts set counted_at = '-infinity'`)
  },
}
