import type { BaseParameterRow } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { BuiltinDefinition } from '@atrium/contract/features/system/base-parameters/builtin-definition.ts'
import { findBuiltin, moduleTopics } from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import { parameterTopics, topicKeys } from '@atrium/contract/features/system/base-parameters/parameter-topics.ts'
import { t } from '../../../ui/texts.ts'

/** A built-in parameter: its row and what the product says about it. */
export type TopicParameter = { row: BaseParameterRow; definition: BuiltinDefinition }
export type TopicGroup = { topic: string; parameters: readonly TopicParameter[] }

const otherwise: Readonly<Record<string, string>> = {
  registration: t('注册', { context: 'noun' }),
  sms: t('短信', { context: 'channel' }),
}
const topics: Readonly<Record<string, string>> = { ...parameterTopics, ...moduleTopics }
/** The name of a topic; some words have another meaning elsewhere. */
export const topicName = (topic: string): string => otherwise[topic] ?? t(topics[topic] ?? topic)

/** Built-in parameters by topic, in the product's order. Topics without any are left out. */
export const groupByTopic = (rows: readonly BaseParameterRow[]): TopicGroup[] => {
  const known = rows.flatMap((row) => {
    const definition = findBuiltin(row.code)
    return definition ? [{ row: { ...row, name: t(row.name), desc: t(row.desc) }, definition }] : []
  })
  const byTopic = Map.groupBy(known, ({ definition }) => definition.topic)
  return [...topicKeys, ...Object.keys(moduleTopics)].flatMap((topic) => {
    const parameters = byTopic.get(topic)
    return parameters ? [{ topic, parameters }] : []
  })
}

/** The groups with the parameters that a search finds by name, code or description. */
export const searchGroups = (groups: readonly TopicGroup[], search: string): TopicGroup[] => {
  const wanted = search.trim().toLowerCase()
  const isFound = ({ row: { name, code, desc } }: TopicParameter) =>
    [name, code, desc].some((text) => text.toLowerCase().includes(wanted))
  return groups.flatMap(({ topic, parameters }) => {
    const found = parameters.filter(isFound)
    return found.length > 0 ? [{ topic, parameters: found }] : []
  })
}

/** A value in words: the label of an option, a number with its unit. */
export const valueText = ({ kind, labels, unit }: BuiltinDefinition, value: unknown): string => {
  if (kind === 'secret') return value === null ? t('未设置') : t('已设置')
  if (value === null || value === '') return t('空')
  if (kind === 'bool') return value === true ? t('开启', { context: 'state' }) : t('关闭', { context: 'state' })
  if (kind === 'number' && unit) return `${value} ${t(unit)}`
  return t(labels?.[String(value)] ?? String(value))
}

const spaced = (word: string, text: string) => (/^\p{Script=Han}/u.test(text) ? word + text : `${word} ${text}`)
/** The default in words. */
export const defaultText = (definition: BuiltinDefinition): string =>
  definition.value === '' ? t('默认为空') : spaced(t('默认'), valueText(definition, definition.value))

/** The description with the bounds of a number. */
export const fullDescription = ({ row: { desc }, definition: { between } }: TopicParameter): string => {
  if (!between) return desc
  const values = { value: between[0], value2: between[1] }
  return desc === ''
    ? t('可填 {value} 至 {value2}。', values)
    : t('{desc}。可填 {value} 至 {value2}。', { desc: desc.replace(/[。.]$/, ''), ...values })
}
