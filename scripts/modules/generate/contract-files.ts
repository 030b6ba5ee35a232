import { type Field, hasFiles, isReference, isRow } from './fields.ts'
import { partsOf } from './kinds.ts'
import { arrayLine, importOf, numberText, quoted } from './layout.ts'
import { type ErrorNumbers, kebab, type Names, pascal } from './names.ts'

const bounds: Readonly<Record<string, string>> = {
  user: `{ inScope: 'user' }`,
  org: `{ inScope: 'organization' }`,
  ref: 'ofCompany',
  'file[]': 'ownFiles',
}

/** The contract of an entity: its schemas, endpoints, errors and words. */
export const contractFile = (names: Names, fields: readonly Field[], { from, to }: ErrorNumbers): string => {
  const { module, plural, singular, permission, entity, noun } = names
  const [Singular, folder] = [pascal(singular), kebab(plural)]
  const references = fields.filter(isReference)
  const imports = [
    'crudBulk',
    'crudEndpoints',
    'defineContract',
    'defineErrors',
    'exportEndpoint',
    'listQuery',
    'rowBase',
    'version',
    'z',
    ...(references.some(isRow) ? ['ofCompany'] : []),
    ...fields.flatMap((field) => partsOf(field).contractImports),
  ]
  const path = plural === module ? `/api/${module}` : `/api/${module}/${folder}`
  const bounded = fields.filter((field) => field.kind in bounds)
  const withFiles = fields.some(hasFiles)
  const sortable = fields.filter((field) => !bounded.includes(field)).map(({ name }) => name)
  const namesUsers = references.length > 0 ? 'inRowScope' : 'none'
  const reads =
    references.length > 0
      ? `  list: { ...crud.list, namesUsers: 'inRowScope' },
  get: { ...crud.get, namesUsers: 'inRowScope' },
`
      : ''
  const ids = bounded.map(({ name, kind }) => `  'body.${name}': ${bounds[kind]},\n`).join('')
  const writes =
    bounded.length > 0
      ? `  create: { ...crud.create, ids },
  update: { ...crud.update, ids },
`
      : ''
  const fileCalls = withFiles ? `  ...fileEndpoints({ noun: '${entity}', path: '${path}' }),\n` : ''
  const filters = fields.flatMap((field) => {
    const { filter } = partsOf(field)
    return filter ? [`    ${field.name}: ${filter.schema},\n`] : []
  })
  const changes = fields.filter(({ kind }) => kind === 'dict')
  const missing = references.map(({ name, title }) => `    ${name}Missing: { code: $code, msg: '${title}不存在' },\n`)
  const errors = [
    `    nameTaken: { code: $code, msg: '${noun}名称已存在' },\n`,
    `    inUse: { code: $code, msg: '该${noun}正在使用，不能删除' },\n`,
    ...missing,
  ].map((line, at) => line.replace('$code', numberText(from + 1 + at)))
  return `${importOf(imports, 'contract')}
import { ${singular}Sheet } from './${folder}.sheet.ts'

const ${singular}Write = z.object({
${fields.map((field) => `  ${field.name}: ${partsOf(field).write},\n`).join('')}})
export type ${Singular}Write = z.input<typeof ${singular}Write>
const ${singular}Row = z.object({
  ...rowBase,
${fields.map((field) => `  ${field.name}: ${partsOf(field).row},\n`).join('')}})
export type ${Singular}Row = z.output<typeof ${singular}Row>

const query = listQuery({
${arrayLine('  ', 'sortable', quoted([...sortable, 'createTime']))}${filters.length > 0 ? `  filters: {\n${filters.join('')}  },\n` : ''}})
const filter = z.omit(query, { page: true, size: true, sort: true })
const crud = crudEndpoints({
  noun: '${entity}',
  path: '${path}',
  query,
  row: ${singular}Row,
  create: ${singular}Write,
  update: z.extend(${singular}Write, { version }),
})
${ids === '' ? '' : `const ids = {\n${ids}} as const\n`}
export const ${plural}Contract = defineContract('${permission}', {
  ...crud,
${reads}${writes}${fileCalls}  export: exportEndpoint({
    noun: '${plural}',
    path: '${path}/export/v1',
    event: '${entity}.exported',
    namesUsers: '${namesUsers}',
    filter,
    sheet: ${singular}Sheet,
  }),
})

/** What can be done with many at once. */
export const ${plural}Bulk = crudBulk({
  entity: '${entity}',
  noun: '${noun}',
  contract: ${plural}Contract,
  filter,
  change: {${changes.map(({ name, title }) => ` ${name}: '修改${noun}的${title}'`).join(',')}${changes.length > 0 ? ' ' : ''}},
  remove: '删除${noun}',
})

export const { errors: ${plural}Errors } = defineErrors(
  { from: ${numberText(from)}, to: ${numberText(to)} },
  {
${errors.join('')}  },
)

export const ${plural}Words = {
  ${permission}: '${noun}管理',
  '${entity}.created': '新增${noun}',
  '${entity}.updated': '修改${noun}',
  '${entity}.removed': '删除${noun}',
  '${entity}.exported': '导出${noun}',
${withFiles ? `  '${entity}File.uploaded': '上传${noun}附件',\n` : ''}} as const
`
}

/** What imports leave out, in a sentence for who imports. */
const notImported = (fields: readonly Field[]): string => {
  const titles = fields.filter(hasFiles).map(({ title }) => title)
  return titles.length > 0 ? `  afterImport: '${titles.join('、')}不能导入，请逐个补充',\n` : ''
}

/** What sheets hold of an entity. */
export const sheetFile = (
  { singular, entity, noun }: Names,
  fields: readonly Field[],
): string => `import { defineSheet } from '@atrium/kit/contract'

/** ${pascal(singular)} rows in sheets. */
export const ${singular}Sheet = defineSheet({
  entity: '${entity}',
  title: '${noun}',
  fields: {
${fields
  .map((field) => `    ${field.name}: { title: '${field.title}', ${partsOf(field).sheet} },\n`)
  .join('')}    createBy: { title: '创建人', kind: 'text' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['name']],
${notImported(fields)}})
`
