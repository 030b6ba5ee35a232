import { expect, it } from 'vitest'
import type { BuiltinDefinition } from './builtin-definition.ts'
import { builtinParameters } from './builtin-parameters.ts'
import { findBuiltin, listOptions, problemWithNewValue } from './builtin-rules.ts'
import { topicKeys } from './parameter-topics.ts'

const definitions: readonly BuiltinDefinition[] = builtinParameters

it('sorts every built-in parameter into a topic, and leaves no topic empty', () => {
  const used = new Set(definitions.map(({ topic }) => topic))
  expect([...used].toSorted()).toEqual(topicKeys.toSorted())
})

it('labels every option of the enumerations, the default among them', () => {
  for (const definition of definitions) {
    const labels = Object.values(definition.labels ?? {})
    expect(labels.length > 0).toBe(definition.kind === 'enum')
    expect(labels).not.toContain('')
    if (definition.kind === 'enum') expect(listOptions(definition)).toContain(definition.value)
  }
})

it('names a unit only beside a number, and never in the name', () => {
  const units = definitions.filter(({ unit }) => unit !== undefined)
  expect(units.filter(({ kind }) => kind !== 'number')).toEqual([])
  expect(units.filter(({ name }) => /[（(]|天数|分钟/.test(name))).toEqual([])
})

it('takes only addresses of pages where people are sent to', () => {
  const problem = (value: string) =>
    problemWithNewValue({ code: 'register.agreement', kind: 'string', options: [], builtin: true }, value)
  for (const value of ['', 'https://example.com/terms', '/portal/news/1']) expect(problem(value)).toBeUndefined()
  for (const value of ['javascript:alert(1)', '//example.com', '/\\example.com', 'http://example.com', '协议'])
    expect(problem(value)).toBe('请输入以 https:// 或 / 开头的地址')
})

it('starts with valid values', () => {
  for (const definition of definitions)
    expect(
      problemWithNewValue({ ...definition, options: listOptions(definition), builtin: true }, definition.value),
    ).toBeUndefined()
  expect(findBuiltin('no.such.code')).toBeUndefined()
})
