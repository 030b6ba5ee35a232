import { type Database, type Db, defineTrigger, type ModulePorts, sql } from '@atrium/kit/server'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.depreciations': {
      company_id: string
      asset_id: string
      month: string
      amount: string
      net_value: string
    }
  }
}

/** What an asset has lost of its value: at most the 600 months of a category. */
export const depreciationOf = (db: Db, assetId: string) =>
  db
    .selectFrom('assets.depreciations')
    .where('asset_id', '=', assetId)
    .orderBy('month', 'desc')
    .limit(600)
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), 'amount', 'net_value as netValue'])
    .execute()

/** Assets that one transaction works on. */
const batchSize = 500

/**
 * Charges assets with all months that are due, from the one after they were bought. A month takes what the value lost so far
 * has grown by, so that rounded amounts add up to the cent, and however often it is repeated, it is charged once.
 */
const chargeBatch = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with elapsed as (
      select id, least(months, 12 * (extract(year from current_date) - extract(year from bought_on))::int
        + (extract(month from current_date) - extract(month from bought_on))::int) as through
      from assets.assets
      where state <> 'scrapped' and depreciated_months < months
    ),
    due as (
      select assets.*, through, price - residual as loss
      from assets.assets join elapsed using (id)
      where depreciated_months < through
      order by id limit ${batchSize} for update of assets
    ),
    charged as (
      insert into assets.depreciations (company_id, asset_id, month, amount, net_value)
      select company_id, id, (date_trunc('month', bought_on) + n * interval '1 month')::date,
        round(loss * n / months, 2) - round(loss * (n - 1) / months, 2), price - round(loss * n / months, 2)
      from due, generate_series(depreciated_months + 1, through) as n
    ),
    stored as (
      update assets.assets
      set depreciated_months = through, net_value = due.price - round(loss * through / due.months, 2)
      from due where assets.company_id = due.company_id and assets.id = due.id
    )
    select count(*)::int as count from due`.execute(db)
  return rows[0]?.count ?? 0
}

const depreciate = async (database: Pick<Database, 'transact'>, companyId: string, signal: AbortSignal) => {
  while (!signal.aborted && (await database.transact({ reach: 'company', companyId }, chargeBatch)) === batchSize);
}

/** Depreciates the assets of each company that has the module, in a batch after another: what ends early goes on the next time. */
export const depreciationTrigger = ({ database, companies }: Pick<ModulePorts, 'database' | 'companies'>) =>
  defineTrigger({
    name: 'assets.depreciation',
    title: '计提折旧',
    // At 2:30 in China, in minutes of UTC.
    schedule: { everyMinutes: 24 * 60, minute: 18 * 60 + 30 },
    run: (signal) => companies.forEachCompany((companyId) => depreciate(database, companyId, signal), signal),
  })
