import type {
  PublicNotice,
  publicNewsContract,
} from '@atrium/contract/features/content/notices/public-news.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Origin } from '../../../kernel/scope.ts'
import { findCompanyByHost } from '../../tenancy/branding/index.ts'
import type { RichTexts } from '../uploads/index.ts'
import type { Attachments } from './attachments.service.ts'
import { publishedNoticesRepository as repository } from './published-notices.repository.ts'

type Ports = {
  database: Database
  richTexts: RichTexts
  attachments: Pick<Attachments, 'of' | 'send'>
  platformCompany: string
  siteOrigin: string
}

/** What everybody may read, as a company's readers would: the platform's, and the company's own under its host. */
export const createPublicNews = ({ database, richTexts, attachments, platformCompany, siteOrigin }: Ports) => {
  const findCompany = async (host: string): Promise<string> => {
    if (new URL(siteOrigin).hostname === host) return platformCompany
    const owner = await database.read({ reach: 'platform' }, (db) => findCompanyByHost(db, host))
    return owner ?? platformCompany
  }
  const under = async <T>(host: string, work: (db: Db) => Promise<T>): Promise<T> =>
    database.read({ reach: 'company', companyId: await findCompany(host) }, work)

  return {
    async list(host: string, query: InputOf<typeof publicNewsContract.published>['query']) {
      assertPageDepth(query)
      return under(host, (db) => repository.listPublic(db, query))
    },
    async get(host: string, id: string): Promise<PublicNotice> {
      const { issuerId, content, ...notice } = orNotFound(await under(host, (db) => repository.findPublic(db, id)))
      return { ...notice, content: richTexts.toShown(issuerId, content), attach: await attachments.of(issuerId, id) }
    },
    async attach(origin: Origin, id: string, fileId: string) {
      const { issuerId } = orNotFound(await under(origin.host, (db) => repository.findPublic(db, id)))
      return attachments.send(origin, issuerId, id, fileId)
    },
  }
}
export type PublicNews = ReturnType<typeof createPublicNews>
