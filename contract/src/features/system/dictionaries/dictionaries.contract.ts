import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { created, idParams, listQuery, listSchema, moment, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isBuiltin, productText } from '../../../kernel/product-text.ts'
import { dictionaryItemSheet } from './dictionaries.sheet.ts'
import { chosenGroup, color, groupCode, itemCode, itemFields, itemName, sort, status } from './dictionary-fields.ts'
import { dictionaryColors } from './dictionary-query.contract.ts'

const item = z.object(itemFields)
export type DictionaryItemFields = z.output<typeof item>
export const dictionaryItemWrite = z.extend(item, {
  group: chosenGroup,
  /** Name of the group if it is new; ignored otherwise. */
  groupName: z.optional(itemName),
  code: itemCode,
})
export type DictionaryItemWrite = z.output<typeof dictionaryItemWrite>
export const dictionaryItemUpdate = z.extend(item, { version })
export type DictionaryItemUpdate = z.output<typeof dictionaryItemUpdate>

/** A company's layer over an item of the platform. Null: the platform's value. */
export const dictionaryLayer = z.object({
  name: z._default(z.nullable(itemName), null),
  color: z._default(z.nullable(color), null),
  sort: z._default(z.nullable(sort), null),
  status: z._default(z.nullable(status), null),
})
export type DictionaryLayer = z.output<typeof dictionaryLayer>
/** `version`: that of the layer; 0 without one. */
export const dictionaryLayerWrite = z.extend(dictionaryLayer, { version: z.int().check(z.gte(0)) })
export type DictionaryLayerWrite = z.output<typeof dictionaryLayerWrite>

export const dictionaryItemRow = z.object({
  ...rowBase,
  group: z.string(),
  groupName: productText(),
  /** Its items are neither added, removed nor disabled. */
  closed: z.boolean(),
  code: z.string(),
  name: productText(isBuiltin),
  value: z.string(),
  parent: z.nullable(z.string()),
  sort: z.int(),
  color: z.enum(dictionaryColors),
  tags: z.record(z.string(), z.unknown()),
  status: z.int(),
  builtin: z.boolean(),
  startTime: z.nullable(moment),
  endTime: z.nullable(moment),
  desc: productText(isBuiltin),
  /** Cannot be chosen now: disabled, not yet valid, or no longer. */
  retired: z.boolean(),
  /** The company whose layer it shows; null: the platform's values. */
  companyId: z.nullable(z.string()),
  /** An item of the company itself. */
  own: z.boolean(),
  /** The platform's values of an item that the company has adjusted. */
  platform: z.nullable(
    z.object({ name: productText(), color: z.enum(dictionaryColors), sort: z.int(), status: z.int() }),
  ),
  layerVersion: z.int(),
})
export type DictionaryItemRow = z.output<typeof dictionaryItemRow>

/** Where rows hold codes that are to be deleted. */
const uses = z.array(z.object({ name: productText(), count: z.int() }))
export type DictionaryUses = z.output<typeof uses>
export const dictionaryRemovalImpact = z.object({ items: z.int(), uses })

export const dictionaryGroupWrite = z.object({
  code: groupCode,
  name: text(50, '请输入分组名称'),
  sort: z._default(sort, 0),
  desc: optionalMultilineText(200),
})
export type DictionaryGroupWrite = z.output<typeof dictionaryGroupWrite>
export const dictionaryGroupUpdate = z.extend(z.omit(dictionaryGroupWrite, { code: true }), { version })
export type DictionaryGroupUpdate = z.output<typeof dictionaryGroupUpdate>
export const dictionaryGroupRow = z.object({
  ...rowBase,
  code: z.string(),
  name: productText(isBuiltin),
  sort: z.int(),
  desc: productText(isBuiltin),
  builtin: z.boolean(),
  closed: z.boolean(),
  /** Number of its items in the caller's company. */
  items: z.int(),
  /** Items that the company has adjusted or added. */
  layered: z.int(),
})
export type DictionaryGroupRow = z.output<typeof dictionaryGroupRow>

const itemsQuery = listQuery({
  sortable: ['code', 'name', 'sort', 'createTime'],
  filters: { group: groupCode, status: z.enum(['0', '1']), layered: z.literal('1') },
})
const crud = crudEndpoints({
  noun: 'dictItem',
  path: '/api/sys/dicts',
  query: itemsQuery,
  row: dictionaryItemRow,
  create: dictionaryItemWrite,
  update: dictionaryItemUpdate,
})
const groupPath = '/api/sys/dict-groups'
/** Uses are counted in all companies for the platform, and in the caller's for a company. */
const removal = {
  method: 'DELETE',
  access: permitted('delete'),
  reach: 'manual',
  params: idParams,
  impact: dictionaryRemovalImpact,
  reply: nothing,
} as const

export const dictionariesContract = defineContract('sysDicts', {
  list: { ...crud.list, summary: 'List dictionary items, as they apply in the caller’s company' },
  get: { ...crud.get, summary: 'Read a dictionary item' },
  create: { ...crud.create, summary: 'Add an item: the platform for all companies, a company for itself' },
  update: { ...crud.update, summary: 'Change an item of the platform as the platform, or one of the company’s own' },
  remove: {
    ...removal,
    path: '/api/sys/dicts/:id/v1',
    summary: 'Delete an item that no row holds; previews where it is used',
    audit: { event: 'dictItem.removed' },
  },
  exportItems: exportEndpoint({
    noun: 'dictionary items',
    path: '/api/sys/dicts/export/v1',
    event: 'dictItems.exported',
    namesUsers: 'none',
    filter: z.omit(itemsQuery, { page: true, size: true, sort: true }),
    sheet: dictionaryItemSheet,
  }),
  adjust: {
    method: 'PUT',
    path: '/api/sys/dicts/:id/layer/v1',
    summary: 'Relabel, recolour, reorder or hide an item of the platform in the caller’s company',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'dictItem.adjusted' },
    params: idParams,
    body: dictionaryLayerWrite,
    reply: nothing,
  },
  restore: {
    method: 'DELETE',
    path: '/api/sys/dicts/:id/layer/v1',
    summary: 'Restore the platform’s values of an item in the caller’s company',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'dictItem.restored' },
    params: idParams,
    reply: nothing,
  },
  groups: {
    method: 'GET',
    path: `${groupPath}/v1`,
    summary: 'List the groups of dictionaries',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({ sortable: ['code', 'name', 'sort'] }),
    reply: listSchema(dictionaryGroupRow),
  },
  createGroup: {
    method: 'POST',
    path: `${groupPath}/v1`,
    summary: 'Add a group of dictionary items; platform only',
    access: permitted('add'),
    reach: 'company',
    audit: { event: 'dictGroup.created' },
    body: dictionaryGroupWrite,
    reply: created,
  },
  updateGroup: {
    method: 'PUT',
    path: `${groupPath}/:id/v1`,
    summary: 'Change a group, except its code; platform only',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'dictGroup.updated' },
    params: idParams,
    body: dictionaryGroupUpdate,
    reply: nothing,
  },
  removeGroup: {
    ...removal,
    path: `${groupPath}/:id/v1`,
    summary: 'Delete a group none of whose items is used; previews where they are; platform only',
    audit: { event: 'dictGroup.removed' },
  },
})
export type DictionaryItemsExport = InputOf<typeof dictionariesContract.exportItems>['body']
