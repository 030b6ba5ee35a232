import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Files } from '../files/index.ts'
import { brandingRepository as repository } from './branding.repository.ts'
import { domainsRepository } from './domains.repository.ts'

/** Logos of tenants as replies. All require platform reach and throw `notFound` without a logo. */
export const createLogos = (files: Pick<Files, 'reply'>) => {
  const of = async (db: Db, companyId: string) =>
    files.reply(orNotFound(await repository.logo(db, companyId)), 'image/png')
  return {
    /** The logo of the company's tenant. */
    of,
    /** The logo of the tenant with this verified host. */
    byHost: async (db: Db, host: string) => of(db, orNotFound(await domainsRepository.findVerifiedOwner(db, host))),
  }
}
export type Logos = ReturnType<typeof createLogos>
