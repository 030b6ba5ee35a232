import { t } from '@atrium/contract/kernel/texts.ts'
import type { SeenField } from '../../system/custom-fields/index.ts'
import { customAttributes, customSchema } from './custom-attributes.ts'
import { groupSchema } from './group-resource.ts'
import { maxResults } from './list-request.repository.ts'
import { userSchema } from './user-resource.ts'

const coreSchema = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`

/** What the service can do (RFC 7643, section 5). */
export const providerConfig = (address: string) => ({
  schemas: [coreSchema('ServiceProviderConfig')],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer Token',
      primary: true,
      description: t('应用在“用户同步 (SCIM)”中新增的令牌'),
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
})

const isRequired = ({ required, effect }: SeenField) => required && effect === undefined
const resourceType = (address: string, name: string, schema: string) => ({
  schemas: [coreSchema('ResourceType')],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${name}` },
})
export const resourceTypes = (address: string, fields: readonly SeenField[]) => [
  {
    ...resourceType(address, 'User', userSchema),
    ...(fields.length > 0 && { schemaExtensions: [{ schema: customSchema, required: fields.some(isRequired) }] }),
  },
  resourceType(address, 'Group', groupSchema),
]

type Attribute = { name: string; type?: string; [part: string]: unknown }
const attribute = ({ name, type = 'string', ...rest }: Attribute) => ({
  name,
  type,
  multiValued: false,
  description: '',
  required: false,
  ...(type === 'string' && { caseExact: false }),
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...rest,
})
const part = (name: string, rest: object = {}) => attribute({ name, ...rest })
const one = (type: string) => [
  part('value'),
  part('type', { canonicalValues: [type] }),
  attribute({ name: 'primary', type: 'boolean' }),
]
const externalId = part('externalId', { caseExact: true })
const userAttributes = [
  part('userName', { required: true, uniqueness: 'server' }),
  externalId,
  attribute({
    name: 'name',
    type: 'complex',
    subAttributes: [part('formatted'), part('familyName'), part('givenName')],
  }),
  part('displayName'),
  attribute({ name: 'active', type: 'boolean' }),
  attribute({ name: 'emails', type: 'complex', multiValued: true, subAttributes: one('work') }),
  attribute({ name: 'phoneNumbers', type: 'complex', multiValued: true, subAttributes: one('mobile') }),
]
const fixed = { mutability: 'immutable' }
const groupAttributes = [
  part('displayName', { mutability: 'readOnly' }),
  externalId,
  attribute({
    name: 'members',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      part('value', fixed),
      part('display', { mutability: 'readOnly' }),
      part('type', { ...fixed, canonicalValues: ['User'] }),
      attribute({ name: '$ref', type: 'reference', referenceTypes: ['User'], ...fixed }),
    ],
  }),
]
const schema = (address: string, id: string, name: string, description: string, attributes: readonly unknown[]) => ({
  schemas: [coreSchema('Schema')],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${address}/Schemas/${id}` },
})
export const schemas = (address: string, fields: readonly SeenField[]) => [
  schema(address, userSchema, 'User', t('用户'), userAttributes),
  schema(address, groupSchema, 'Group', t('应用可分配的角色'), groupAttributes),
  ...(fields.length > 0
    ? [schema(address, customSchema, 'CustomFields', t('用户的自定义字段'), customAttributes(fields))]
    : []),
]
