import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import type { TestApp } from '../harness.ts'

export type Write = { number: number; table: string; op: 'INSERT' | 'UPDATE' | 'DELETE'; row: string }

/** Records each row that is written, in a schema of its own: cheaper than comparing all tables after each call. */
const recording = `
create schema watched;
create unlogged table watched.writes (
  number bigint generated always as identity primary key, "table" text, company_id uuid, op text, row jsonb);
create function watched.record() returns trigger language plpgsql security definer as $$
declare written jsonb := to_jsonb(coalesce(new, old));
begin
  insert into watched.writes ("table", company_id, op, row)
  values (tg_argv[0], (written ->> 'company_id')::uuid, tg_op, written);
  return null;
end $$;
do $$ declare watched regclass; begin
  for watched in select oid from pg_class
    where relnamespace in ${productSchemas} and relkind in ('r', 'p') and not relispartition
  loop
    execute format('create trigger watched_insert after insert on %s for each row execute function watched.record(%L)',
      watched, watched);
    execute format('create trigger watched_delete after delete on %s for each row execute function watched.record(%L)',
      watched, watched);
    execute format('create trigger watched_update after update on %s for each row when (old.* is distinct from new.*)
      execute function watched.record(%L)', watched, watched);
  end loop;
end $$`

/** Watches all tables from now on, those of modules included. */
export const createWriteWatch = async ({ superuserSql }: Pick<TestApp, 'superuserSql'>) => {
  await superuserSql(recording)
  return {
    /** The moment to which `since` refers. */
    async mark(): Promise<number> {
      const [last] = await superuserSql('select coalesce(max(number), 0) as number from watched.writes')
      return Number(last?.number)
    },
    /** What has been written after a mark, in a company if one is named. */
    async since(mark: number, companyId: string | null = null): Promise<Write[]> {
      const rows = await superuserSql(
        `select number::int as number, "table", op, row::text as row from watched.writes
         where number > $1 and ($2::uuid is null or company_id = $2) order by number`,
        [mark, companyId],
      )
      return rows as Write[]
    },
  }
}
export type WriteWatch = Awaited<ReturnType<typeof createWriteWatch>>
