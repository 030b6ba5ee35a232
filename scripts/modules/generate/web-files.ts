import { type Field, hasFiles, isReference } from './fields.ts'
import { partsOf } from './kinds.ts'
import { importOf } from './layout.ts'
import { kebab, type Names, pascal } from './names.ts'

const controls: Readonly<Record<string, readonly string[]>> = {
  text: ['TextField'],
  number: ['NumberField'],
  money: ['TextField', 'moneyText'],
  date: ['DateField'],
  dict: ['DictSelectField', 'DictTag'],
  user: ['SearchSelectField', 'findPeople'],
  org: ['SearchSelectField', 'findOrganizations'],
  bool: ['SwitchField'],
  'file[]': ['FilesField'],
}
const columnLine = (field: Field): string => {
  const { shown, width } = partsOf(field)
  const isConditional = field.kind === 'bool'
  const value = shown?.(field.name)
  const right = ['money', 'number', 'file[]'].includes(field.kind) ? ', alignRight: true' : ''
  const size = field.name === 'name' ? '' : `, width: ${width}`
  return `      { field: '${field.name}', title: labels.${field.name}${size}${right}${value ? `, show: (${field.name}) => ${isConditional ? `(${value})` : value}` : ''} },\n`
}

/** The list of an entity, and its form. */
export const pageFile = ({ plural, singular, noun }: Names, fields: readonly Field[]): string => {
  const [Plural, Singular, folder] = [pascal(plural), pascal(singular), kebab(plural)]
  const references = fields.filter(isReference)
  const searched = fields.filter(({ kind }) => kind === 'text').map(({ title }) => title)
  const imports = [
    'CrudForm',
    'ImportButton',
    'type ListFormProps',
    'ListPage',
    'Time',
    't',
    ...fields.flatMap(({ kind }) => controls[kind] ?? []),
  ]
  const asWritten = [
    ...references.map(({ name }) => `${name}: row.${name}?.id ?? null`),
    ...fields.filter(hasFiles).map(({ name }) => `${name}: row.${name}.map(({ id }) => id)`),
  ]
  const toValues =
    asWritten.length > 0
      ? `    toValues={(row) => ({\n${asWritten.map((line) => `      ${line},\n`).join('')}    })}\n`
      : ''
  return `${importOf(imports, 'web')}
import { type ${Singular}Row, type ${Singular}Write, ${plural}Contract } from './${folder}.contract.ts'

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
${fields.map((field) => `    ${partsOf(field).control.replace('$Write', `${Singular}Write`).replace('$contract', `${plural}Contract`)}\n`).join('')}  </CrudForm>
)

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
    columns={[
${fields.map(columnLine).join('')}      { field: 'createTime', title: t('创建时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    actions={{
      row: [{ label: t('详情'), endpoint: ${plural}Contract.get, page: ({ id }) => id }],
      timeline: '${singular}',
      export: ${plural}Contract.export${Plural},
      tools: <ImportButton entity="${singular}" contract={${plural}Contract} />,
    }}
    form={${Singular}Form}
  />
)
`
}

/** The page of one row. */
export const objectFile = ({ plural, singular }: Names, fields: readonly Field[]): string => {
  const [Singular, folder] = [pascal(singular), kebab(plural)]
  const shownNames = fields.flatMap(({ kind }) =>
    kind === 'dict' ? ['DictTag'] : kind === 'money' ? ['moneyText'] : kind === 'file[]' ? ['FileList'] : [],
  )
  const shownOf = (field: Field): string => {
    const { shown, shownOnPage = shown } = partsOf(field)
    return (shownOnPage?.(`row.${field.name}`) ?? `row.${field.name}`).replace('$contract', `${plural}Contract`)
  }
  const imports = [
    'Facts',
    'invalidate',
    'ObjectCard',
    'ObjectPage',
    'ObjectState',
    'RowIcon',
    'RowTimeline',
    'Time',
    't',
    'useAddressTab',
    'useObjectActions',
    'useObjectId',
    'usePageTitle',
    'useRead',
    ...shownNames,
  ]
  return `${importOf(imports, 'web')}
import { type ${Singular}Row, ${plural}Contract } from './${folder}.contract.ts'
import { ${Singular}Form, labels, noun } from './${folder}-page.tsx'

const tabs = [
  { key: 'facts', text: t('基本信息') },
  { key: 'timeline', text: t('变更记录') },
] as const
const refresh = () => Promise.all([${plural}Contract.list, ${plural}Contract.get].map(invalidate))
const change = { label: t('编辑'), endpoint: ${plural}Contract.update, drawer: ${Singular}Form }

const ${Singular}Facts = ({ row }: { row: ${Singular}Row }) => (
  <ObjectCard title={t('基本信息')}>
    <Facts
      facts={{
${fields.map((field) => `        [labels.${field.name}]: ${shownOf(field)},\n`).join('')}        [t('创建人')]: row.createBy.name,
        [t('创建时间')]: <Time at={row.createTime} />,
      }}
    />
  </ObjectCard>
)

const ${Singular} = ({ row }: { row: ${Singular}Row }) => {
  usePageTitle(row.name)
  const [tab, setTab] = useAddressTab(tabs, 'facts')
  const [toActs, overlays] = useObjectActions([change], refresh)
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<RowIcon />}
        name={row.name}
        state={null}
        facts={{}}
        acts={toActs(row)}
        figures={[{ label: t('更新时间'), value: <Time at={row.updateTime} />, note: row.updateBy.name }]}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
      >
        {tab === 'facts' ? <${Singular}Facts row={row} /> : <RowTimeline entity="${singular}" id={row.id} />}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one row: its fields, and what has become of it. */
export const ${Singular}Page = () => {
  const id = useObjectId()
  const read = useRead(${plural}Contract.get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(row) => <${Singular} row={row} />}
    </ObjectState>
  )
}
`
}
