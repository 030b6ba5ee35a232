import { installedModules } from '../../../installed-modules.ts'
import { t } from '../../../kernel/texts.ts'
import type { BuiltinDefinition } from './builtin-definition.ts'
import { builtinParameters } from './builtin-parameters.ts'
import { type ParameterKind, problemWithValue } from './parameter-value.ts'

/** Of this site or another one: no script, and no address that only looks like one of this site. */
const pageAddress = /^(https:\/\/|\/)[^/\\\s]\S*$/
const withSettings = installedModules.filter(({ settings }) => settings)

/** Parameters that the product reads, and those that modules of this installation declare, in the order of the page. */
export const declaredParameters: readonly BuiltinDefinition[] = [
  ...builtinParameters,
  ...withSettings.flatMap(({ name: topic, settings = {} }) =>
    Object.entries(settings).map(([code, setting]) => ({ ...setting, code, topic })),
  ),
]
/** The names of modules with parameters, which are topics of their own. */
export const moduleTopics: Readonly<Record<string, string>> = Object.fromEntries(
  withSettings.map(({ name, title }) => [name, title]),
)
const byCode = new Map(declaredParameters.map((each) => [each.code, each]))

/** Definition of a built-in parameter; undefined if the code is not built in. */
export const findBuiltin = (code: string): BuiltinDefinition | undefined => byCode.get(code)

/** Options of a built-in enumeration; empty for other kinds. */
export const listOptions = ({ labels = {} }: BuiltinDefinition): string[] => Object.keys(labels)

/** Problem with the value of a built-in parameter, as a sentence for the form; undefined if valid or not built in. */
export const problemWithBuiltin = (code: string, value: unknown): string | undefined => {
  const { between, isAddress } = byCode.get(code) ?? {}
  if (isAddress && value !== '' && !pageAddress.test(String(value))) return t('请输入以 https:// 或 / 开头的地址')
  if (!between || typeof value !== 'number') return undefined
  const [min, max] = between
  return Number.isInteger(value) && value >= min && value <= max
    ? undefined
    : t('请输入 {min} 到 {max} 之间的整数', { min, max })
}

type Stored = { code: string; kind: ParameterKind; options: readonly string[]; builtin: boolean }

/** Problem with a new value of a stored parameter, as a sentence for the form; undefined if valid. */
export const problemWithNewValue = ({ code, kind, options, builtin }: Stored, value: unknown): string | undefined =>
  problemWithValue(kind, value, options) ?? (builtin ? problemWithBuiltin(code, value) : undefined)
