import type { Branding } from '@atrium/contract/features/tenancy/branding/branding.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { logoEtag } from '../tenants/index.ts'

const brandingColumns = ['tenants.title', 'tenants.primary_color as primary', 'tenants.background'] as const
export const brandingRepository = {
  /** The branding of the company's tenant; undefined without a tenant. */
  find: (db: Db, companyId: string): Promise<Branding | undefined> =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', companyId)
      .select([...brandingColumns, logoEtag.as('logo')])
      .executeTakeFirst(),

  logo: async (db: Db, companyId: string): Promise<Buffer | undefined> =>
    (
      await db
        .selectFrom('companies')
        .innerJoin('tenant_logos', 'tenant_logos.company_id', 'companies.top_id')
        .where('companies.id', '=', companyId)
        .select('image')
        .executeTakeFirst()
    )?.image,

  update: (db: Db, companyId: string, { title, primary, background }: Omit<Branding, 'logo'>, by: Person) =>
    db
      .updateTable('tenants')
      .where('company_id', '=', companyId)
      .set({ title, primary_color: primary, background, ...updateStamps(by) })
      .execute(),

  replaceLogo: (db: Db, companyId: string, image: Buffer, etag: string) =>
    db
      .insertInto('tenant_logos')
      .values({ company_id: companyId, image, etag })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ image, etag }))
      .execute(),

  removeLogo: (db: Db, companyId: string) =>
    db.deleteFrom('tenant_logos').where('company_id', '=', companyId).execute(),
}
