import { baseParameterWrite } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { describe, expect, it } from 'vitest'
import { UnparsedJson } from '../../ui/json-text.ts'
import { isRequired, validateField } from './validate-field.ts'

const right = { code: 'mail.sender', name: '发件人', kind: 'string', options: [], value: '', tags: {}, desc: '' }
const problem = (changed: object, field: string) => validateField(baseParameterWrite, { ...right, ...changed }, field)

describe('validateField', () => {
  it('accepts a valid value', () => {
    for (const field of Object.keys(right)) expect(problem({}, field)).toBeUndefined()
  })

  it('returns the contract’s messages', () => {
    expect(problem({ name: ' ' }, 'name')).toBe('请输入参数名称')
    expect(problem({ code: '9' }, 'code')).toBe('以小写字母开头，可含字母、数字、点和短横线')
  })

  it('validates a field together with the one it depends on', () =>
    expect(problem({ kind: 'number', value: null }, 'value')).toBe('请输入数字'))

  it('reports only the requested field', () => expect(problem({ name: '' }, 'code')).toBeUndefined())

  it('refuses text that is not JSON, and still validates the other fields', () => {
    const tags = new UnparsedJson('{')
    expect(problem({ tags }, 'tags')).toBe('内容不是有效的 JSON')
    expect(problem({ tags, kind: 'number', value: null }, 'value')).toBe('请输入数字')
  })

  it('uses a Chinese default message where the contract has none', () =>
    expect(problem({ tags: [] }, 'tags')).toBe('请输入 JSON 对象'))
})

it('marks fields that must not be empty as required', () => {
  expect(['code', 'name', 'kind'].every((field) => isRequired(baseParameterWrite, field))).toBe(true)
  expect(['desc', 'tags', 'options', 'value'].some((field) => isRequired(baseParameterWrite, field))).toBe(false)
})
