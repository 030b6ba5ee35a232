import type { Branding } from '@atrium/contract/features/tenancy/branding/branding.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { logoEtag } from '../tenants/index.ts'

/** The branding of `tenants`. */
export const brandingColumns = [
  'tenants.title',
  'tenants.primary_color as primary',
  'tenants.background',
  logoEtag.as('logo'),
] as const
export const brandingRepository = {
  /** The branding of the company's tenant; undefined without a tenant. */
  find: (db: Db, companyId: string): Promise<Branding | undefined> =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', companyId)
      .select(brandingColumns)
      .executeTakeFirst(),

  /** The language of the people of a tenant who have chosen none. */
  language: async (db: Db, companyId: string): Promise<string | undefined> =>
    (await db.selectFrom('tenants').where('company_id', '=', companyId).select('language').executeTakeFirst())
      ?.language ?? undefined,

  /** The file of the logo of the company's tenant; undefined without one. */
  logo: (db: Db, companyId: string) =>
    db
      .selectFrom('companies')
      .innerJoin('tenant_logos', 'tenant_logos.company_id', 'companies.top_id')
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'tenant_logos.company_id').onRef('files.id', '=', 'tenant_logos.file_id'),
      )
      .where('companies.id', '=', companyId)
      .select(['files.id as fileId', 'files.company_id as companyId', 'files.sha256'])
      .executeTakeFirst(),

  update: (db: Db, companyId: string, { title, primary, background }: Omit<Branding, 'logo'>, by: Person) =>
    db
      .updateTable('tenants')
      .where('company_id', '=', companyId)
      .set({ title, primary_color: primary, background, ...updateStamps(by) })
      .execute(),

  replaceLogo: (db: Db, companyId: string, fileId: string, etag: string) =>
    db
      .insertInto('tenant_logos')
      .values({ company_id: companyId, file_id: fileId, etag })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ file_id: fileId, etag }))
      .execute(),

  removeLogo: (db: Db, companyId: string) =>
    db.deleteFrom('tenant_logos').where('company_id', '=', companyId).execute(),
}
