import { type Field, hasFiles, isReference, isRow } from './fields.ts'
import { partsOf } from './kinds.ts'
import { elementLine, importOf } from './layout.ts'
import { kebab, type Names, pascal } from './names.ts'

const rightAligned: readonly string[] = ['money', 'number', 'file[]']
const columnLine = (field: Field): string => {
  const { shown, width } = partsOf(field)
  const isConditional = field.kind === 'bool'
  const value = shown?.(field.name)
  const right = rightAligned.includes(field.kind) ? ', alignRight: true' : ''
  const size = field.name === 'name' ? '' : `, width: ${width}`
  return `      { field: '${field.name}', title: labels.${field.name}${size}${right}${value ? `, show: (${field.name}) => ${isConditional ? `(${value})` : value}` : ''} },\n`
}
const filterLines = (fields: readonly Field[]): string => {
  const lines = fields.flatMap((field) => {
    const { filter } = partsOf(field)
    const named = `name: '${field.name}', label: labels.${field.name}`
    return filter ? [`      { ${filter.control.replace('$name', named)} },\n`] : []
  })
  return lines.length > 0 ? `    filters={[\n${lines.join('')}    ]}\n` : ''
}
const controlOf = (field: Field, { plural, singular }: Names): string =>
  partsOf(field)
    .control.replace('$Write', `${pascal(singular)}Write`)
    .replace('$contract', `${plural}Contract`)

/** Imports of the contracts that fields refer to, each once. */
const targetImports = (fields: readonly Field[]): string[] =>
  [...new Set(fields.filter(isRow).map(({ of }) => of.plural))].map(
    (plural) => `import { ${plural}Contract } from '../${kebab(plural)}/${kebab(plural)}.contract.ts'\n`,
  )

/** The list of an entity, and its form. */
export const pageFile = (names: Names, fields: readonly Field[]): string => {
  const { plural, singular, entity, noun } = names
  const [Plural, Singular, folder] = [pascal(plural), pascal(singular), kebab(plural)]
  const references = fields.filter(isReference)
  const searched = fields.filter(({ kind }) => kind === 'text').map(({ title }) => title)
  const changes = fields.filter(({ kind }) => kind === 'dict')
  const imports = [
    'CrudForm',
    'crudBulkActions',
    'ImportButton',
    'type ListFormProps',
    'ListPage',
    'Time',
    't',
    ...fields.flatMap((field) => partsOf(field).formImports),
  ]
  const asWritten = [
    ...references.map(({ name }) => `${name}: row.${name}?.id ?? null`),
    ...fields.filter(hasFiles).map(({ name }) => `${name}: row.${name}.map(({ id }) => id)`),
  ]
  const toValues =
    asWritten.length > 0
      ? `    toValues={(row) => ({\n${asWritten.map((line) => `      ${line},\n`).join('')}    })}\n`
      : ''
  const controls = changes.map((field) => `    ${field.name}: ${controlOf({ ...field, optional: false }, names)},\n`)
  return `${importOf(imports, 'web')}
${targetImports(fields).join('')}import { type ${Singular}Row, type ${Singular}Write, ${plural}Bulk, ${plural}Contract } from './${folder}.contract.ts'

export const noun = t('${noun}')
export const labels = {
${fields.map(({ name, title }) => `  ${name}: t('${title}'),\n`).join('')}} as const

export const ${Singular}Form = (props: ListFormProps<${Singular}Row>) => (
  <CrudForm
    contract={${plural}Contract}
    noun={noun}
    labels={labels}
    initial={{
${fields.map((field) => `      ${field.name}: ${partsOf(field).initial},\n`).join('')}    }}
${toValues}    {...props}
  >
${fields.map((field) => `    ${controlOf(field, names)}\n`).join('')}  </CrudForm>
)

const batch = crudBulkActions(${plural}Bulk, {
  labels,
  fields: {${controls.length > 0 ? `\n${controls.join('')}  ` : ''}},
})

/** ${noun}, rows of a company. */
export const ${Plural}Page = () => (
  <ListPage
    contract={${plural}Contract}
    texts={{
      noun,
      purpose: t('在此新增和维护${noun}。'),
      searchHint: t('${searched.join('、')}'),
      rowName: ({ name }) => name,
    }}
${filterLines(fields)}    columns={[
${fields.map(columnLine).join('')}      { field: 'createTime', title: t('创建时间'), width: 160, show: (at) => <Time at={at} /> },
    ]}
    actions={{
      row: [{ label: t('详情'), endpoint: ${plural}Contract.get, page: ({ id }) => id }],
      batch,
      timeline: '${entity}',
      export: ${plural}Contract.export,
      tools: <ImportButton entity="${entity}" contract={${plural}Contract} />,
    }}
    form={${Singular}Form}
  />
)
`
}

const mostFigures = 3
/** Kinds that stand out on the page of a row. */
const figureKinds: readonly string[] = ['money', 'number', 'user', 'org', 'ref', 'date']

/** The page of one row. */
export const objectFile = ({ plural, singular, entity, noun }: Names, fields: readonly Field[]): string => {
  const [Singular, folder] = [pascal(singular), kebab(plural)]
  const state = fields.find(({ kind }) => kind === 'dict')
  const figures = fields.filter(({ kind }) => figureKinds.includes(kind)).slice(0, mostFigures)
  const facts = fields.filter((field) => field !== state && !figures.includes(field) && field.name !== 'name')
  const shownOf = (field: Field): string => {
    const { shown, shownOnPage = shown } = partsOf(field)
    return (shownOnPage?.(`row.${field.name}`) ?? `row.${field.name}`).replace('$contract', `${plural}Contract`)
  }
  const shownFields = [...(state ? [state] : []), ...figures, ...facts]
  const usesKind = (kind: string) => facts.some((field) => field.kind === kind)
  const imports = [
    'RowPage',
    ...shownFields.flatMap((field) => partsOf(field).pageImports),
    ...(usesKind('bool') ? ['t'] : []),
  ]
  const figureLines = figures.map((field) => `      { label: labels.${field.name}, value: ${shownOf(field)} },\n`)
  return `${importOf(imports, 'web')}
import { ${plural}Contract } from './${folder}.contract.ts'
import { ${Singular}Form, labels, noun } from './${folder}-page.tsx'

/** The page of one ${noun}: its fields, and what has become of it. */
export const ${Singular}Page = () => (
  <RowPage
    contract={${plural}Contract}
    entity="${entity}"
    noun={noun}
    form={${Singular}Form}
${state ? `    state={(row) => ${shownOf(state)}}\n` : ''}${figures.length > 0 ? `    figures={(row) => [\n${figureLines.join('')}    ]}\n` : ''}    facts={(${facts.length > 0 ? 'row' : ''}) => ({
${facts.map((field) => elementLine('      ', `[labels.${field.name}]`, shownOf(field))).join('')}    })}
  />
)
`
}
