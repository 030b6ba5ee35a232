import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { ancestorNames } from '../../access/authorization/index.ts'
import { findOrganizationHits } from './organization-hits.repository.ts'

type Found = { id: string; name: string; place: string; status: number }
const toOption = ({ id, name, place, status }: Found) => ({
  value: id,
  label: place === '' ? name : `${place} / ${name}`,
  extra: { status },
})

/** Organisations of a company as options of an autocomplete field; those of the top level without a keyword. */
export const organizationOptions = (db: Db, companyId: string) => ({
  async one(id: string) {
    const { rows } = await sql<Found>`
      select id, name, status, array_to_string(${ancestorNames}, ' / ') as place
      from orgs where company_id = ${companyId} and id = ${id}`.execute(db)
    return rows[0] && toOption(rows[0])
  },
  async matching(keyword: string, limit: number) {
    if (keyword !== '') return (await findOrganizationHits(db, companyId, keyword, limit)).map(toOption)
    const top = await db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where('parent_id', 'is', null)
      .select(['id', 'name', 'status'])
      .orderBy('parent_id')
      .orderBy('sort')
      .orderBy(byName('name'))
      .orderBy('id')
      .limit(limit)
      .execute()
    return top.map((row) => toOption({ ...row, place: '' }))
  },
})
