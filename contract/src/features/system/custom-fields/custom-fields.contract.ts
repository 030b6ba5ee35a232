import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { customKinds } from '../../../kernel/custom-fields.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, optionalText, text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { fieldEffects } from '../../../kernel/restrictions.ts'
import { t } from '../../../kernel/texts.ts'

const maxRoles = 50
const entity = text(40, '请选择对象')
const kind = z.enum(customKinds, '请选择类型')
const flag = z._default(z.boolean(), false)

const written = {
  name: text(30, '请输入字段名称'),
  help: optionalMultilineText(100),
  /** A regular expression in the syntax of RE2; texts alone. */
  pattern: optionalText(200),
  required: flag,
  unique: flag,
  searchable: flag,
  listed: z._default(z.boolean(), true),
  sort: z._default(
    z.int('请输入整数').check(z.gte(0, '请输入 0 到 9999 之间的整数'), z.lte(9999, '请输入 0 到 9999 之间的整数')),
    0,
  ),
  status: z._default(z.literal([0, 1]), 1),
}
export const customFieldWrite = z.object({
  entity,
  kind,
  /** Of companies it begins with `c_`, which is added where it is missing. */
  key: z
    .string('请输入标识')
    .check(z.trim(), z.regex(/^(c_)?[a-z][a-zA-Z0-9]{0,29}$/, '以小写字母开头，可含字母和数字，最多 30 位')),
  /** The group whose items a choice offers. */
  dictionary: optionalText(40),
  ...written,
})
export type CustomFieldWrite = z.output<typeof customFieldWrite>
export const customFieldUpdate = z.object({ ...written, version })
export type CustomFieldUpdate = z.output<typeof customFieldUpdate>

/** Users of the company without one of the roles: the field is hidden, masked or read-only; null: nothing of it. */
export const customFieldLimit = z.object({
  effect: z._default(z.nullable(z.enum(fieldEffects)), null),
  roleIds: z._default(
    z.array(id).check(z.maxLength(maxRoles, { error: () => t('最多 {maxRoles} 个角色', { maxRoles }) })),
    [],
  ),
})
export type CustomFieldLimit = z.output<typeof customFieldLimit>

export const customFieldRow = z.object({
  ...rowBase,
  entity: z.string(),
  key: z.string(),
  kind: z.enum(customKinds),
  dictionary: z.string(),
  name: productText(() => false),
  help: productText(() => false),
  pattern: z.string(),
  required: z.boolean(),
  unique: z.boolean(),
  searchable: z.boolean(),
  listed: z.boolean(),
  sort: z.int(),
  status: z.int(),
  /** For all companies; others are the caller's company's own. */
  platform: z.boolean(),
  /** In the caller's company. */
  effect: z.nullable(z.enum(fieldEffects)),
  roles: z.array(z.object({ id: z.string(), name: productText() })),
})
export type CustomFieldRow = z.output<typeof customFieldRow>

/** A field as forms, lists and sheets of its entity need it. */
export const offeredField = z.pick(customFieldRow, {
  key: true,
  kind: true,
  dictionary: true,
  name: true,
  help: true,
  pattern: true,
  required: true,
  searchable: true,
  listed: true,
})
export type OfferedField = z.output<typeof offeredField>

/** What a deletion takes away. */
export const customFieldImpact = z.object({
  /** Rows with a value. */
  rows: z.int(),
  companies: z.int(),
})
export type CustomFieldImpact = z.output<typeof customFieldImpact>

const path = '/api/sys/custom-fields'
const crud = crudEndpoints({
  noun: 'customField',
  path,
  query: listQuery({
    sortable: ['name', 'key', 'sort', 'createTime'],
    filters: { entity, status: z.enum(['0', '1']) },
  }),
  row: customFieldRow,
  create: customFieldWrite,
  update: customFieldUpdate,
})

export const customFieldsContract = defineContract('sysCustomFields', {
  list: { ...crud.list, summary: 'List custom fields: those of the platform, and the company’s own' },
  get: { ...crud.get, summary: 'Read a custom field' },
  create: { ...crud.create, summary: 'Add a field to an entity: the platform for all companies, a company for itself' },
  update: { ...crud.update, reach: 'manual', summary: 'Change a field; its entity, key and kind stay' },
  remove: {
    ...crud.remove,
    reach: 'manual',
    summary: 'Delete a field with its values; previews how many rows have one',
    impact: customFieldImpact,
  },
  limit: {
    method: 'PUT',
    path: `${path}/:id/limit/v1`,
    summary: 'Set which roles of the company see and change a field; for others it is hidden, masked or read-only',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'customField.limited' },
    params: idParams,
    body: customFieldLimit,
    reply: nothing,
    ids: { 'body.roleIds': { unbound: 'any role of the company: what it opens is given by who grants it' } },
  },
  entities: {
    method: 'GET',
    path: `${path}/entities/list/v1`,
    summary: 'List the entities that fields can be added to',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(z.object({ entity: z.string(), title: productText() })),
  },
})
