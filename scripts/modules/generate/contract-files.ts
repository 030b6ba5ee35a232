import { type Field, hasFiles, isReference } from './fields.ts'
import { partsOf } from './kinds.ts'
import { arrayLine, importOf, numberText, quoted } from './layout.ts'
import { type ErrorNumbers, kebab, type Names, pascal } from './names.ts'

const bound = ({ kind, name }: Field) =>
  `'body.${name}': ${kind === 'file[]' ? 'ownFiles' : `{ inScope: '${kind === 'org' ? 'organization' : 'user'}' }`},`

/** The contract of an entity: its schemas, endpoints, errors and words. */
export const contractFile = (names: Names, fields: readonly Field[], { from, to }: ErrorNumbers): string => {
  const { module, plural, singular, permission, noun } = names
  const [Plural, Singular, folder] = [pascal(plural), pascal(singular), kebab(plural)]
  const references = fields.filter(isReference)
  const dictionaries = fields.filter(({ kind }) => kind === 'dict')
  const imports = [
    'crudEndpoints',
    'defineContract',
    'defineErrors',
    'exportEndpoint',
    'type InputOf',
    'listQuery',
    'rowBase',
    'version',
    'z',
    ...fields.flatMap((field) => partsOf(field).contractImports),
  ]
  const path = plural === module ? `/api/${module}` : `/api/${module}/${folder}`
  const bounded = fields.filter((field) => isReference(field) || hasFiles(field))
  const withFiles = fields.some(hasFiles)
  const sortable = fields.filter((field) => !bounded.includes(field)).map(({ name }) => name)
  const namesUsers = references.length > 0 ? 'inRowScope' : 'none'
  const boundIds = bounded.map((field) => `      ${bound(field)}\n`).join('')
  const reads =
    references.length > 0
      ? `  list: { ...${plural}Crud.list, namesUsers: 'inRowScope' },
  get: { ...${plural}Crud.get, namesUsers: 'inRowScope' },
`
      : ''
  const writes =
    bounded.length > 0
      ? `  create: {
    ...${plural}Crud.create,
    ids: {
${boundIds}    },
  },
  update: {
    ...${plural}Crud.update,
    ids: {
${boundIds}    },
  },
`
      : ''
  const fileCalls = withFiles ? `  ...fileEndpoints({ noun: '${singular}', path: '${path}' }),\n` : ''
  const endpoints = `  ...${plural}Crud,\n${reads}${writes}${fileCalls}`
  const filters = dictionaries.map(({ name }) => `    ${name}: z.string(),\n`).join('')
  return `${importOf(imports, 'contract')}
import { ${singular}Sheet } from './${folder}.sheet.ts'

const ${singular}Write = z.object({
${fields.map((field) => `  ${field.name}: ${partsOf(field).write},\n`).join('')}})
export type ${Singular}Write = z.input<typeof ${singular}Write>
const ${singular}Row = z.object({
  ...rowBase,
${fields.map((field) => `  ${field.name}: ${partsOf(field).row},\n`).join('')}})
export type ${Singular}Row = z.output<typeof ${singular}Row>

const ${plural}Query = listQuery({
${arrayLine('  ', 'sortable', quoted([...sortable, 'createTime']))}${filters === '' ? '' : `  filters: {\n${filters}  },\n`}})
const ${plural}Crud = crudEndpoints({
  noun: '${singular}',
  path: '${path}',
  query: ${plural}Query,
  row: ${singular}Row,
  create: ${singular}Write,
  update: z.extend(${singular}Write, { version }),
})

export const ${plural}Contract = defineContract('${permission}', {
${endpoints}  export${Plural}: exportEndpoint({
    noun: '${plural}',
    path: '${path}/export/v1',
    event: '${plural}.exported',
    namesUsers: '${namesUsers}',
    filter: z.omit(${plural}Query, { page: true, size: true, sort: true }),
    sheet: ${singular}Sheet,
  }),
})
export type ${Plural}Export = InputOf<typeof ${plural}Contract.export${Plural}>['body']

export const { errors: ${plural}Errors } = defineErrors(
  { from: ${numberText(from)}, to: ${numberText(to)} },
  {
    nameTaken: { code: ${numberText(from + 1)}, msg: '${noun}名称已存在' },
${references.map(({ name, title }, at) => `    ${name}Missing: { code: ${numberText(from + 2 + at)}, msg: '${title}不存在' },\n`).join('')}  },
)

export const ${plural}Words = {
  ${permission}: '${noun}管理',
  '${singular}.created': '新增${noun}',
  '${singular}.updated': '修改${noun}',
  '${singular}.removed': '删除${noun}',
  '${plural}.exported': '导出${noun}',
${withFiles ? `  '${singular}File.uploaded': '上传${noun}附件',\n` : ''}} as const
`
}

/** What imports leave out, in a sentence for who imports. */
const notImported = (fields: readonly Field[]): string => {
  const titles = fields.filter(({ kind }) => kind === 'org' || kind === 'file[]').map(({ title }) => title)
  return titles.length > 0 ? `  afterImport: '${titles.join('、')}不能导入，请逐个补充',\n` : ''
}

/** What sheets hold of an entity. */
export const sheetFile = (
  { singular, noun }: Names,
  fields: readonly Field[],
): string => `import { defineSheet } from '@atrium/kit/contract'

/** ${pascal(singular)} rows in sheets. */
export const ${singular}Sheet = defineSheet({
  entity: '${singular}',
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
