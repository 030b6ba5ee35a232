import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { multilineText, optionalMultilineText, text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isBuiltin, productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { baseParameterSheet } from './base-parameters.sheet.ts'
import { type ParameterKind, parameterKinds, parameterTags, problemWithValue } from './parameter-value.ts'

const kind = z.enum(parameterKinds, '请选择类型')
const code = text(64, '请输入参数编码').check(
  z.regex(/^[a-z][A-Za-z0-9]*([.-][A-Za-z0-9]+)*$/, '以小写字母开头，可含字母、数字、点和短横线'),
)
const options = z._default(z.array(text(64)).check(z.maxLength(50, '最多 50 个选项')), [])

/** Fields of the form. A secret's value is only written by `writeSecret` and reads as `******`. */
const parameterFields = z.object({
  code,
  name: text(100, '请输入参数名称'),
  kind,
  options,
  value: z._default(z.nullable(z.json()), null),
  tags: z._default(parameterTags, {}),
  desc: optionalMultilineText(500),
})
const valueFitsKind = (payload: {
  value: { kind: ParameterKind; options: string[]; value: unknown }
  issues: unknown[]
}) => {
  const msg = problemWithValue(payload.value.kind, payload.value.value, payload.value.options)
  if (msg) payload.issues.push({ code: 'custom', message: msg, path: ['value'], input: payload.value.value })
}

export const baseParameterWrite = parameterFields.check(valueFitsKind)
export const baseParameterUpdate = z.extend(parameterFields, { version }).check(valueFitsKind)
export type BaseParameterWrite = z.output<typeof baseParameterWrite>

export const baseParameterRow = z.object({
  ...rowBase,
  code: z.string(),
  name: productText(isBuiltin),
  kind,
  options: z.array(z.string()),
  value: z.unknown(),
  tags: z.record(z.string(), z.unknown()),
  desc: productText(isBuiltin),
  builtin: z.boolean(),
})
export type BaseParameterRow = z.output<typeof baseParameterRow>

export const baseParameterVersion = z.object({
  ...rowBase,
  code: z.string(),
  name: productText(),
  kind,
  options: z.array(z.string()),
  value: z.unknown(),
  tags: z.record(z.string(), z.unknown()),
  desc: productText(),
})

export type BaseParameterVersion = z.output<typeof baseParameterVersion>

/** Maximum changes per call. */
const maxChanges = 100
const valueChange = z.object({ id, value: z.nullable(z.json()), version })
const valueChanges = z.array(valueChange).check(
  z.minLength(1, '请先修改参数'),
  z.maxLength(maxChanges, { error: () => t('一次最多修改 {maxChanges} 个参数', { maxChanges }) }),
  z.refine((changes) => new Set(changes.map((change) => change.id)).size === changes.length, '同一参数不可重复'),
)
export type ValueChange = z.output<typeof valueChange>

const parametersQuery = listQuery({
  sortable: ['code', 'name', 'kind', 'createTime', 'updateTime'],
  filters: { kind, builtin: z.enum(['true', 'false']) },
})

export const baseParametersContract = defineContract('sysBases', {
  ...crudEndpoints({
    noun: 'baseParameter',
    path: '/api/sys/bases',
    query: parametersQuery,
    row: baseParameterRow,
    create: baseParameterWrite,
    update: baseParameterUpdate,
  }),
  exportParameters: exportEndpoint({
    noun: 'parameters',
    path: '/api/sys/bases/export/v1',
    event: 'baseParameters.exported',
    namesUsers: 'none',
    filter: z.omit(parametersQuery, { page: true, size: true, sort: true }),
    sheet: baseParameterSheet,
  }),
  updateValues: {
    method: 'PUT',
    path: '/api/sys/bases/values/v1',
    summary: 'Change the values of several parameters, all or none',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'baseParameter.valuesUpdated' },
    body: z.object({ changes: valueChanges }),
    reply: nothing,
  },
  writeSecret: {
    method: 'PUT',
    path: '/api/sys/bases/:id/secret/v1',
    summary: 'Replace the value of a secret parameter',
    access: permitted('secret'),
    reach: 'company',
    audit: { event: 'baseParameter.secretReplaced' },
    params: idParams,
    body: z.object({ value: multilineText(4000, '请输入密钥值'), version }),
    reply: nothing,
  },
  history: {
    method: 'GET',
    path: '/api/sys/bases/:id/history/v1',
    summary: 'List earlier versions of a parameter, newest first',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    params: idParams,
    query: listQuery({ sortable: [] }),
    reply: listSchema(baseParameterVersion),
  },
  revert: {
    method: 'PUT',
    path: '/api/sys/bases/:id/revert/v1',
    summary: 'Restore an earlier version of a parameter',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'baseParameter.reverted' },
    params: idParams,
    body: z.object({ to: version, version }),
    reply: nothing,
  },
})
export type BaseParametersExport = InputOf<typeof baseParametersContract.exportParameters>['body']
