import { words } from '../words.mjs'
/** A field beside name and code: `serial:text:编号`, `state:select:状态:idle=闲置|used=使用中`, `boughtAt:date:购入日期`. */
export type Field = { name: string; kind: Kind; title: string; choices: readonly Choice[] }
type Kind = 'text' | 'select' | 'date'
type Choice = { code: string; label: string }

const kinds: readonly string[] = ['text', 'select', 'date'] satisfies Kind[]
const isKind = (kind: string): kind is Kind => kinds.includes(kind)
/** Columns of every table, and wire names that lists and forms use. */
const reserved = new Set([
  'id',
  'name',
  'code',
  'version',
  'companyId',
  'createTime',
  'createBy',
  'updateTime',
  'updateBy',
])
const parseChoices = (text: string): Choice[] =>
  text.split('|').map((choice) => {
    const [, code = '', label = ''] = choice.match(/^([a-z]\w*)=([^'\\]+)$/i) ?? []
    return { code, label }
  })
/**
 * Reads a field as `npm run new` takes it.
 * @throws with the form it should have
 */
export const parseField = (text: string): Field => {
  const [, name = '', kind = '', title = '', rest = ''] = text.match(/^([a-z]\w*):(\w+):([^:'\\]+)(?::(.+))?$/i) ?? []
  const choices = rest === '' ? [] : parseChoices(rest)
  const isComplete = isKind(kind) && (kind === 'select' ? choices.length > 0 : choices.length === 0)
  if (!isComplete || choices.some(({ code }) => code === '') || reserved.has(name) || !/^[a-z]/.test(name)) {
    throw new Error(
      words(
        `字段 ${text} 的格式不正确。应为“英文名:类型:中文名”，类型有 text、select、date；select 还要选项，例如 state:select:状态:idle=闲置|used=使用中`,
        `The field ${text} is not name:type:Chinese name. Types are text, select and date; a select has choices, as in state:select:状态:idle=闲置|used=使用中`,
      ),
    )
  }
  return { name, kind: kind as Kind, title, choices }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')
const codes = ({ choices }: Field) => choices.map(({ code }) => code)
const labelsOf = ({ choices }: Field) => choices.map(({ code, label }) => `${code}: '${label}'`).join(', ')
const choicesName = ({ name }: Field) => `${name}Names`
const sampleOf = ({ kind, choices }: Field, at: string) =>
  ({ text: `\`示例\${${at}}\``, select: `'${choices[0]?.code}'`, date: "'2026-01-31'" })[kind]

type Insertion = { where: RegExp; add: (fields: readonly Field[]) => string }
/** What one field adds where the reference names its code: each text is put behind the match. */
const each = (where: RegExp, text: (field: Field) => string): Insertion => ({
  where,
  add: (fields) => fields.map(text).join(''),
})
const ofKind = (fields: readonly Field[], kind: Kind) => fields.filter((field) => field.kind === kind)
const hasKind = (fields: readonly Field[], kind: Kind) => ofKind(fields, kind).length > 0

const schemaOf = ({ name, kind, title }: Field) =>
  ({
    text: `${name}: text(100, '请输入${title}')`,
    select: name,
    date: `${name}: calendarDay('请选择${title}')`,
  })[kind]
const contractParts: Insertion[] = [
  {
    where: /kernel\/listing\.ts'\n/,
    add: (fields) =>
      hasKind(fields, 'date') ? `import { calendarDay } from '../../../kernel/module-fields.ts'\n` : '',
  },
  {
    where: /\n(?=const \w+Write = )/,
    add: (fields) =>
      ofKind(fields, 'select')
        .map((field) => `const ${field.name} = z.enum([${quoted(codes(field))}], '请选择${field.title}')\n`)
        .join(''),
  },
  each(/Write = z\.object\(\{.*?code: shortCode/, (field) => `, ${schemaOf(field)}`),
  each(/Row = z\.object\(\{.*?code: z\.string\(\)/, ({ name, kind }) =>
    kind === 'select' ? `, ${name}` : `, ${name}: z.string()`,
  ),
  each(/sortable: \['name', 'code'/, ({ name }) => `, '${name}'`),
  {
    where: /sortable: \[.*?\]/,
    add: (fields) => {
      const chosen = ofKind(fields, 'select').map(({ name }) => name)
      return chosen.length > 0 ? `, filters: { ${chosen.join(', ')} }` : ''
    },
  },
]
const sheetParts: Insertion[] = [
  {
    where: /sheet\.ts'\n/,
    add: (fields) =>
      ofKind(fields, 'select')
        .map((field) => `\nexport const ${choicesName(field)} = { ${labelsOf(field)} } as const\n`)
        .join(''),
  },
  each(/ code: \{ title.*\n/, (field) => {
    const kind = {
      text: "kind: 'text', sample: '示例'",
      select: `kind: 'choice', choices: ${choicesName(field)}, sample: '${field.choices[0]?.label}'`,
      date: "kind: 'date', sample: '2026-01-31'",
    }
    return `    ${field.name}: { title: '${field.title}', ${kind[field.kind]} },\n`
  }),
]
const sourceParts: Insertion[] = [
  {
    where: /import \{ (?=\w+Sheet \})/,
    add: (fields) =>
      ofKind(fields, 'select')
        .map((field) => `${choicesName(field)}, `)
        .join(''),
  },
  each(/\['name', 'code'/, ({ name }) => `, '${name}'`),
  each(/ code: \(\{ code \}\) => code,\n/, (field) => {
    const { name } = field
    const cell = { text: name, select: `${choicesName(field)}[${name}]`, date: `({ date: ${name} })` }
    return `    ${name}: ({ ${name} }) => ${cell[field.kind]},\n`
  }),
]
const pageParts: Insertion[] = [
  {
    where: /\.contract\.ts'\n/,
    add: (fields) => {
      const chosen = ofKind(fields, 'select').map(choicesName)
      return chosen.length > 0 ? `import { ${chosen.join(', ')} } from '$SHEET'\n` : ''
    },
  },
  {
    where: /import \{ (?=TextField \})/,
    add: (fields) =>
      [hasKind(fields, 'date') && 'DateField, ', hasKind(fields, 'select') && 'SelectField, '].filter(Boolean).join(''),
  },
  each(/labels = \{.*?code: t\('编码'\)/, ({ name, title }) => `, ${name}: t('${title}')`),
  {
    where: /labels = \{.*?\} as const\n/,
    add: (fields) => {
      const options = ofKind(fields, 'select').map(
        (field) =>
          `const ${field.name}Options = Object.entries(${choicesName(field)}).map(([value, label]) => ({ value, label: t(label) }))\n`,
      )
      return options.join('')
    },
  },
  each(
    /initial=\{\{ name: '', code: ''/,
    (field) => `, ${field.name}: ${field.kind === 'select' ? `'${field.choices[0]?.code}'` : "''"}`,
  ),
  each(/<TextField<\w+> name="code".*\n/, ({ name, kind }) => {
    const control = {
      text: `<TextField<$WRITE> name="${name}" maxLength={100} />`,
      select: `<SelectField<$WRITE> name="${name}" options={${name}Options} />`,
      date: `<DateField<$WRITE> name="${name}" />`,
    }
    return `    ${control[kind]}\n`
  }),
  each(/\{ field: 'code'.*\n/, (field) => {
    const { name, kind } = field
    const show = kind === 'select' ? `, show: (${name}) => t(${choicesName(field)}[${name}])` : ''
    return `      { field: '${name}', title: labels.${name}, width: ${kind === 'text' ? 160 : 120}${show} },\n`
  }),
  {
    where: /\n {4}\]\}\n(?= {4}actions)/,
    add: (fields) => {
      const chosen = ofKind(fields, 'select').map(
        ({ name }) => `{ kind: 'select', name: '${name}', label: labels.${name}, options: ${name}Options }`,
      )
      return chosen.length > 0 ? `    filters={[${chosen.join(', ')}]}\n` : ''
    },
  },
]
const migrationParts: Insertion[] = [
  each(
    / code text not null,\n/,
    ({ name, kind }) => `  ${snake(name)} ${kind === 'date' ? 'date' : 'text'} not null,\n`,
  ),
]
/** By the end of a file's path. */
const insertions: readonly [RegExp, readonly Insertion[]][] = [
  [/\.contract\.ts$/, contractParts],
  [/s\.sheet\.ts$/, sheetParts],
  [/-sheet\.ts$/, sourceParts],
  [/(?<!-references)\.repository\.ts$/, [each(/code: 'code'/, ({ name }) => `, ${name}: '${snake(name)}'`)]],
  [/^server.*\.feature\.ts$/, [each(/audited: \['name', 'code'/, ({ name }) => `, '${name}'`)]],
  [/\.test\.ts$/, [each(/sample: \(n\) => \(\{.*?code: `.*?`/, (field) => `, ${field.name}: ${sampleOf(field, 'n')}`)]],
  [/-page\.tsx$/, pageParts],
  [/\.sql$/, migrationParts],
]

/** Names that the inserted texts leave open, as the file has them. */
const filled = (file: string, text: string): string =>
  text
    .replaceAll('$WRITE', text.match(/type (\w+Write)\b/)?.[1] ?? '')
    .replaceAll('$SHEET', text.match(/from '(.*)\.contract\.ts'/)?.[1]?.concat('.sheet.ts') ?? file)

/**
 * Adds fields to a file of a new feature.
 * @throws if the file no longer has the place where they belong
 */
export const withFields = (file: string, text: string, fields: readonly Field[]): string => {
  if (fields.length === 0) return text
  const parts = insertions.find(([end]) => end.test(file))?.[1] ?? []
  const added = parts.reduce((result, { where, add }) => {
    if (!where.test(result)) throw new Error(`${file}: fields have no place at ${where}`)
    return result.replace(where, (place) => `${place}${add(fields)}`)
  }, text)
  return filled(file, added)
}
