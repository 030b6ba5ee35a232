import { t } from '@atrium/contract/kernel/texts.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** An answer of the protocol. */
export type ScimAnswer = { status: number; body?: object; headers?: Readonly<Record<string, string>> }

const message = (name: string) => `urn:ietf:params:scim:api:messages:2.0:${name}`
const versionIn = (resource: object): string | undefined => (resource as { meta?: { version?: string } }).meta?.version

/** A resource with its entity tag. Takes what of it is shown. */
export const resourceAnswer = (resource: object, shown: object = resource, status = 200): ScimAnswer => {
  const version = versionIn(resource)
  const location = (resource as { meta?: { location?: string } }).meta?.location
  return {
    status,
    body: shown,
    headers: { ...(version && { etag: version }), ...(status === 201 && location && { location }) },
  }
}
type Page = { total: number; startIndex: number; resources: readonly object[] }
export const listAnswer = ({ total, startIndex, resources }: Page): ScimAnswer => ({
  status: 200,
  body: {
    schemas: [message('ListResponse')],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  },
})
/** All resources of a kind, of which there are few. */
export const wholeList = (resources: readonly object[]): ScimAnswer =>
  listAnswer({ total: resources.length, startIndex: 1, resources })
/**
 * One of them by its id.
 * @throws 404
 */
export const findMember = (resources: readonly { id: string }[], id: string): ScimAnswer => {
  const found = resources.find((each) => each.id === id)
  if (!found) throw new ScimRefusal(404, t('没有此资源'))
  return { status: 200, body: found }
}

type Refusal = { status: number; detail: string; scimType?: string | undefined; retryAfter?: number | undefined }
/** A refusal (RFC 7644, section 3.12). */
export const refusalAnswer = ({ status, detail, scimType, retryAfter }: Refusal): ScimAnswer => ({
  status,
  body: { schemas: [message('Error')], status: String(status), ...(scimType && { scimType }), detail },
  headers: {
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="SCIM"' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  },
})
