import type { OpenAppApi } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { DocumentedApi } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import type { Binary } from '@atrium/contract/kernel/binary.ts'
import { currentLanguage } from '@atrium/contract/kernel/texts.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import type { Actor, DetachedScope } from '../../../kernel/scope.ts'
import { spokenLanguage } from '../../../kernel/texts/every-language.ts'
import { appDocument, grantsInForce } from './app-document.ts'
import { openDocsRepository as repository } from './open-docs.repository.ts'
import type { OpenApiDocument } from './openapi-types.ts'
import { productDocument } from './product-document.ts'

type CallerScope = Pick<DetachedScope<Actor>, 'actor'>
export type OpenDocsPorts = Pick<BasePorts, 'database' | 'catalogue' | 'siteOrigin' | 'version'> & {
  /** The APIs granted to an application, and whether its owner may call them. */
  listGrants(scope: CallerScope, appId: string): Promise<OpenAppApi[]>
}

const asFile = (document: OpenApiDocument): Binary => ({
  bytes: Buffer.from(JSON.stringify(document)),
  type: 'application/vnd.oai.openapi+json; charset=utf-8',
})

/** Documents of APIs for programs. */
export const createOpenDocs = ({ database, catalogue, siteOrigin, version, listGrants }: OpenDocsPorts) => {
  /** They change with the version of the product and of the language alone. */
  const products = new Map<string, Binary>()
  return {
    product(api: DocumentedApi): Binary {
      const key = `${api} ${currentLanguage()} ${spokenLanguage()?.version ?? ''}`
      const made = products.get(key) ?? asFile(productDocument(catalogue, api, siteOrigin, version))
      products.set(key, made)
      return made
    },
    async app(scope: CallerScope, appId: string): Promise<Binary> {
      const { companyId } = scope.actor
      const grants = grantsInForce(await listGrants(scope, appId))
      const described = await database.read({ reach: 'company', companyId }, async (db) => ({
        name: orNotFound(await repository.appName(db, appId)),
        tokenSecretBy: await repository.tokenSecretBy(db, appId),
        apis: await repository.served(
          db,
          grants.map(({ id }) => id),
        ),
      }))
      return asFile(appDocument(catalogue, { ...described, grants }, siteOrigin, version))
    },
  }
}
