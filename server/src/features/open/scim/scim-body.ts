import { t } from '@atrium/contract/kernel/texts.ts'
import { parseJsonBody } from '../gate/index.ts'
import { badRequest, ScimRefusal } from './scim-refusal.ts'

const scimType = /^application\/(scim\+json|json)\s*(;|$)/i
const maxNesting = 20
const measureDepth = (value: unknown, depth = 0): number => {
  if (typeof value !== 'object' || value === null || depth > maxNesting) return depth
  return Math.max(depth, ...Object.values(value).map((each) => measureDepth(each, depth + 1)))
}

/**
 * What the body holds; undefined for an empty one.
 * @throws 415, and `invalidSyntax` for what is no JSON
 */
export const parseScimBody = (body: Buffer, contentType: string): unknown => {
  if (body.length === 0) return undefined
  if (!scimType.test(contentType)) throw new ScimRefusal(415, t('请求体应为 application/scim+json'))
  let parsed: unknown
  try {
    parsed = parseJsonBody(body, 'application/json')
  } catch {
    throw badRequest('invalidSyntax', t('请求体不是有效的 JSON'))
  }
  if (measureDepth(parsed) > maxNesting) throw badRequest('invalidSyntax', t('请求体嵌套过深'))
  return parsed
}
