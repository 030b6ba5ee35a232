import { type Fault, fault, type Rule } from './fault.ts'

const ownRows = '(company_id = ( SELECT acting_company() AS acting_company))'
const looksSecret = 'hash|secret|token|digest|password|sealed'

/** Tables are kept to their company by the database, and hold nothing that their tenant may not take along. */
export const tables: Rule = {
  title: 'keeps each of its tables to a company',
  async find({ app, contract }) {
    const found = await app.sql(
      `select cls.oid::regclass::text as name, relrowsecurity and relforcerowsecurity as forced,
         exists (select from pg_attribute where attrelid = cls.oid and attname = 'company_id' and not attisdropped) as "ofCompany",
         (select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
          where indrelid = cls.oid and indisprimary) as first,
         (select count(*)::int from pg_policies p where (p.schemaname, p.tablename) = ($1, relname) and 'atrium_company' = any(roles)) as policies,
         (select count(*)::int from pg_policies p where (p.schemaname, p.tablename) = ($1, relname) and 'atrium_company' = any(roles)
            and qual = $2 and with_check = $2 and cmd = 'ALL' and permissive = 'PERMISSIVE') as own
       from pg_class cls where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and not relispartition order by 1`,
      [contract.name, ownRows],
    )
    const isKept = ({ forced, policies, own }: Record<string, unknown>) => forced && policies === 1 && own === 1
    return found.flatMap((table): Fault[] => {
      const name = String(table.name)
      const short = name.replace(`${contract.name}.`, '')
      if (!isKept(table))
        return [fault(name, `is not kept to its company: end its migration with call keep_to_company('${short}')`)]
      return table.ofCompany && table.first === 'company_id'
        ? []
        : [fault(name, 'does not have company_id first in its primary key')]
    })
  },
}

/** Columns that no archive of a tenant may have. */
export const columns: Rule = {
  title: 'keeps no secret in a column',
  async find({ app, contract }) {
    const found = await app.sql(
      `select cls.oid::regclass::text || '.' || attname as name from pg_class cls join pg_attribute on attrelid = cls.oid
       where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and attnum > 0 and not attisdropped
         and attname ~ $2 order by 1`,
      [contract.name, looksSecret],
    )
    return found.map(({ name }) => fault(String(name), 'looks like a secret, and goes into the archive of its tenant'))
  },
}
