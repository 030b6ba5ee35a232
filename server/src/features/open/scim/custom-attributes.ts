import type { CustomInput, CustomInputs, CustomValue, CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { givenName } from '../../../kernel/texts/product-name.ts'
import type { SeenField } from '../../system/custom-fields/index.ts'
import { badRequest } from './scim-refusal.ts'
import { invalid, isObject, type Json, lowerNames, toFlag } from './scim-values.ts'

/** The extension that has the custom fields of a company's users (RFC 7643, section 3.3). */
export const customSchema = 'urn:ietf:params:scim:schemas:extension:atrium:2.0:User'
const prefix = customSchema.toLowerCase()

/** What of the extension a path names: a field, or all of it, `''`. Undefined for paths of other schemas. */
export const customName = (path: string): string | undefined => {
  const rest = path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : undefined
  return rest === '' || rest?.startsWith(':') ? rest.slice(1) : undefined
}

const isReference = ({ kind }: SeenField) => kind === 'person' || kind === 'organization'
const types = { number: 'decimal', money: 'decimal', switch: 'boolean', person: 'complex', organization: 'complex' }
const typeOf = ({ kind }: SeenField) => (kind in types ? types[kind as keyof typeof types] : 'string')
const partOf = (name: string, mutability: string) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  mutability,
})

/** Fields as attributes of the extension (RFC 7643, section 7). Those that the caller may not change are read-only. */
export const customAttributes = (fields: readonly SeenField[]) =>
  fields.map((field) => {
    const mutability = field.effect === undefined ? 'readWrite' : 'readOnly'
    return {
      name: field.key,
      type: typeOf(field),
      multiValued: false,
      description: [field.name, field.help].filter(Boolean).map(givenName).join('\n'),
      required: field.required && field.effect === undefined,
      ...(typeOf(field) === 'string' && { caseExact: true }),
      mutability,
      returned: 'default',
      uniqueness: field.unique ? 'server' : 'none',
      ...(isReference(field) && { subAttributes: [partOf('value', mutability), partOf('display', 'readOnly')] }),
    }
  })

const toValue = (field: SeenField, value: CustomValue) => {
  if (!isReference(field)) return value
  // Masked: the name alone.
  return typeof value === 'object' ? { value: value.id, display: value.name } : { display: value }
}
/** The values of a user as a resource has them; undefined for none. */
export const customResource = (fields: readonly SeenField[], custom: CustomValues): Json | undefined => {
  const shown = fields.flatMap((field) => {
    const value = custom[field.key]
    return value === undefined ? [] : [[field.key, toValue(field, value)] as const]
  })
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

const toInput = (field: SeenField, path: string, value: unknown): CustomInput => {
  if (value === undefined || value === null) return null
  if (field.kind === 'switch') return toFlag(value) ?? String(value)
  if (isReference(field) && isObject(value)) return toInput(field, path, lowerNames(value).value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') throw invalid(path, t('格式有误'))
  // Entra ID sends numbers as texts.
  return typeOf(field) === 'decimal' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}
/**
 * What a request says about custom fields, by their keys. A whole resource may name unknown and read-only ones in vain.
 * @throws `invalidPath` and `mutability` for those that an operation names, and `invalidValue`
 */
export const customInputs = (
  fields: readonly SeenField[],
  sent: Readonly<Record<string, unknown>>,
  isOperation: boolean,
): CustomInputs => {
  const inputs: Record<string, CustomInput> = {}
  for (const [name, value] of Object.entries(sent)) {
    const path = `${customSchema}:${name}`
    const field =
      fields.find(({ key }) => key === name) ?? fields.find(({ key }) => key.toLowerCase() === name.toLowerCase())
    if (field?.effect === undefined && field) inputs[field.key] = toInput(field, path, value)
    else if (isOperation && field) throw badRequest('mutability', t('{path} 不可修改', { path }))
    else if (isOperation) throw badRequest('invalidPath', t('没有属性“{path}”', { path }))
  }
  return inputs
}
