import { words } from '../../words.mjs'
import { type Names, toNames } from './names.ts'

const kinds = ['text', 'number', 'money', 'date', 'dict', 'user', 'org', 'ref', 'bool', 'file[]'] as const
export type Kind = (typeof kinds)[number]
/** A field of a new entity. */
export type Field = {
  readonly name: string
  readonly kind: Kind
  readonly title: string
  /** The dictionary of a `dict`. */
  readonly group: string
  /** The entity of a `ref`. */
  readonly of: Names
  /** Whether it may be empty; names of users, organisations and rows always may. */
  readonly optional: boolean
}

/** Whether it names a user, an organisation or a row. */
export const isReference = ({ kind }: Field): boolean => kind === 'user' || kind === 'org' || kind === 'ref'
/** Whether it names a row of the module. */
export const isRow = ({ kind }: Field): boolean => kind === 'ref'
/** Whether it holds files, which lie in a table of their own. */
export const hasFiles = ({ kind }: Field): boolean => kind === 'file[]'

/** Columns of every table, and wire names that lists and forms use. */
const reserved = ['id', 'version', 'companyId', 'createTime', 'createBy', 'updateTime', 'updateBy']
const targeted: readonly string[] = ['dict', 'ref']
const neverEmpty: readonly string[] = ['bool', 'file[]']
/** What fields are called that have no title of their own. */
const usualTitles: Readonly<Record<string, string>> = {
  code: '编码',
  price: '价格',
  amount: '金额',
  quantity: '数量',
  state: '状态',
  owner: '负责人',
  org: '所属组织',
  boughtAt: '购入日期',
  remark: '备注',
  files: '附件',
}
const shape = /^([a-z][A-Za-z0-9]*):([a-z]+(?:\[\])?)(?:\(([a-z][A-Za-z0-9-]*)\))?(\?)?(?:\[([^[\]'"\\`$]+)\])?$/

const parseField = (text: string, noun: string, module: string): Field => {
  const [, name = '', kind = '', target = '', mark, title] = shape.exec(text) ?? []
  const found = kinds.find((each) => each === kind)
  const isWrong =
    targeted.includes(kind) !== (target !== '') ||
    reserved.includes(name) ||
    (mark !== undefined && (name === 'name' || neverEmpty.includes(kind)))
  if (found === undefined || isWrong)
    throw new Error(
      words(
        `字段 ${text} 的格式不正确。应为“英文名:类型[中文名]”，中文名可省略，可不填的在类型后加 ?；类型有 ${kinds.join('、')}，dict 须注明字典，ref 须注明实体，例如 state:dict(assetState)[状态]、category:ref(category)`,
        `The field ${text} is not name:kind[Chinese title], where the title may be left out, and ? behind the kind marks what may be empty. Kinds are ${kinds.join(', ')}; a dict names its dictionary, a ref its entity, as in state:dict(assetState)[状态], category:ref(category)`,
      ),
    )
  const shown = title ?? (name === 'name' ? `${noun}名称` : (usualTitles[name] ?? name))
  return {
    name,
    kind: found,
    group: target,
    of: toNames(module, target, ''),
    optional: mark !== undefined,
    title: shown,
  }
}

/**
 * Reads the fields of a module's entity as `npm run new` takes them: `name:text,price:money[购入价格]`.
 *
 * @throws with the form they should have; every entity has `name:text`
 */
export const parseFields = (text: string, noun: string, module: string): Field[] => {
  const fields = text.split(',').map((each) => parseField(each.trim(), noun, module))
  const names = fields.map(({ name }) => name)
  if (!fields.some(({ name, kind }) => name === 'name' && kind === 'text'))
    throw new Error(words('字段中须有 name:text，即每行的名称', 'The fields lack name:text, which names a row'))
  if (new Set(names).size < names.length) throw new Error(words('字段名重复', 'Two fields have one name'))
  return fields
}
