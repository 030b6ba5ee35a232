import { expect, it } from 'vitest'
import { builtinParameters } from './builtin-parameters.ts'
import { findBuiltin, optionsOf, problemWithNewValue } from './builtin-rules.ts'
import { topicKeys } from './parameter-topics.ts'

it('sorts every built-in parameter into a topic, and leaves no topic empty', () => {
  const used = new Set(builtinParameters.map(({ topic }) => topic))
  expect([...used].toSorted()).toEqual(topicKeys.toSorted())
})

it('labels every option of the enumerations, the default among them', () => {
  for (const { kind, value, ...rest } of builtinParameters) {
    const labels = 'labels' in rest ? Object.entries(rest.labels) : []
    expect(labels.length > 0).toBe(kind === 'enum')
    expect(labels.filter(([, label]) => label === '')).toEqual([])
    if (kind === 'enum') expect(optionsOf(rest)).toContain(value)
  }
})

it('names a unit only beside a number, and never in the name', () => {
  const units = builtinParameters.flatMap(({ kind, name, ...rest }) => ('unit' in rest ? [{ kind, name, ...rest }] : []))
  expect(units.filter(({ kind }) => kind !== 'number')).toEqual([])
  expect(units.filter(({ name, unit }) => name.includes(unit) && unit !== '次')).toEqual([])
})

it('starts with valid values', () => {
  for (const { code, kind, value, ...rest } of builtinParameters)
    expect(problemWithNewValue({ code, kind, options: optionsOf(rest), builtin: true }, value)).toBeUndefined()
  expect(findBuiltin('no.such.code')).toBeUndefined()
})
