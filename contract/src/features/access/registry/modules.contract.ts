import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { idParams, listQuery, listSchema, rowBase, version } from '../../../kernel/listing.ts'
import { isDeclared, productText } from '../../../kernel/product-text.ts'
import { apiQuery, openedApiRow } from './apis.contract.ts'
import { codeWord, desc, listEndpoint, origin, sort, state } from './registry-fields.ts'

export const moduleApps = ['console', 'front', 'open'] as const

const moduleLabels = {
  name: text(50, '请输入模块名称'),
  app: z.enum(moduleApps, '请选择应用'),
  sort,
  desc,
}
export const moduleWrite = z.object({ code: codeWord('请输入模块编码'), ...moduleLabels })
export const moduleUpdate = z.object({ ...moduleLabels, version })
export type ModuleWrite = z.output<typeof moduleWrite>
export type ModuleUpdate = z.output<typeof moduleUpdate>

export const moduleRow = z.object({
  ...rowBase,
  code: z.string(),
  name: productText(isDeclared),
  app: z.enum(moduleApps),
  sort: z.int(),
  desc: productText(isDeclared),
  origin,
  state,
  elems: z.int(),
})
export type ModuleRow = z.output<typeof moduleRow>

export const modulesContract = defineContract('sysModules', {
  ...crudEndpoints({
    noun: 'module',
    path: '/api/sys/modules',
    query: listQuery({ sortable: ['code', 'name', 'sort'] }),
    row: moduleRow,
    create: moduleWrite,
    update: moduleUpdate,
  }),
  apis: {
    ...listEndpoint,
    path: '/api/sys/modules/:id/apis/v1',
    summary: 'List the APIs that the elements of a module open',
    params: idParams,
    query: apiQuery,
    reply: listSchema(openedApiRow),
  },
})
