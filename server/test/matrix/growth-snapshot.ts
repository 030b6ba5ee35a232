import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import type { TestApp } from '../harness.ts'

/** Written beside every call. */
const ignored = ['audit_', 'denials', 'events', 'failed_calls', 'headcounts', 'messages']

const functions = `
  create schema kept;
  create table kept.touched (name text primary key);
  create function kept.touch() returns trigger language plpgsql security definer as $$
  begin
    insert into kept.touched values (tg_relid::regclass::text) on conflict do nothing;
    return null;
  end $$;
  create function kept.columns_of(table_name text) returns text language sql as $$
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  $$;
  create function kept.restore(company uuid, names text[]) returns void language plpgsql as $$
  declare
    each text;
  begin
    -- Without triggers and foreign keys.
    perform set_config('session_replication_role', 'replica', true);
    foreach each in array names loop
      execute format('delete from %s where company_id = $1', each) using company;
      execute format('insert into %1$s (%2$s) select %2$s from kept.%1$I', each, kept.columns_of(each));
    end loop;
    delete from kept.touched;
    -- So that no cached right outlives the change.
    update companies set epoch = epoch + 1 where id = company;
  end $$;`

/**
 * Keeps a copy of a company's rows.
 * @returns what has changed since, and a way back
 */
export const keepRows = async ({ superuserSql }: Pick<TestApp, 'superuserSql'>, companyId: string) => {
  const tables = await superuserSql(
    `select pg_class.oid::regclass::text as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'company_id'
     where relnamespace in ${productSchemas} and relkind in ('r', 'p') and not relispartition`,
  )
  await superuserSql(functions)
  for (const name of tables.map((each) => String(each.name)))
    if (!ignored.some((prefix) => name.startsWith(prefix)))
      await superuserSql(
        `create table kept."${name}" as select * from ${name} where company_id = '${companyId}';
         create trigger touch after insert or update or delete on ${name} execute function kept.touch();`,
      )
  return {
    /** Tables that have been written. */
    touched: async (): Promise<string[]> =>
      (await superuserSql('select name from kept.touched order by name')).map(({ name }) => String(name)),
    /** Users whose rows in a table differ in these columns. */
    async differing(table: string, userColumn: string, columns: readonly string[]): Promise<string[]> {
      const rowsOf = (source: string) =>
        `select ${userColumn} as owner, ${columns.join(', ')} from ${source} where company_id = $1`
      const [kept, now] = [rowsOf(`kept."${table}"`), rowsOf(table)]
      const rows = await superuserSql(
        `select distinct owner from ((${kept} except all ${now}) union all (${now} except all ${kept})) as different`,
        [companyId],
      )
      return rows.map(({ owner }) => String(owner))
    },
    restore: (names: readonly string[]) => superuserSql('select kept.restore($1, $2)', [companyId, names]),
  }
}
export type KeptRows = Awaited<ReturnType<typeof keepRows>>
