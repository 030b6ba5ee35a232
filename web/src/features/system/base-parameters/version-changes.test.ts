import { expect, it } from 'vitest'
import { changesIn, type ParameterVersion } from './version-changes.ts'

const who = { id: '1', name: '张三' }
const first: ParameterVersion = {
  id: '1',
  createTime: '2026-01-01T00:00:00Z',
  createBy: who,
  updateTime: '2026-01-01T00:00:00Z',
  updateBy: who,
  version: 1,
  code: 'mail.sender',
  name: '发件人',
  kind: 'string',
  options: [],
  value: 'a',
  tags: {},
  desc: '',
}

it('lists changed fields in readable form', () =>
  expect(changesIn({ ...first, version: 2, kind: 'bool', value: true, tags: { a: 1 } }, first)).toEqual([
    { label: '类型', before: '文本', after: '是/否' },
    { label: '参数值', before: 'a', after: '是' },
    { label: '其他参数', before: '', after: '{\n  "a": 1\n}' },
  ]))

it('treats all filled fields of the first version as new', () =>
  expect(changesIn(first, undefined).map(({ label }) => label)).toEqual(['参数编码', '参数名称', '类型', '参数值']))

it('finds no change if only the version differs', () => expect(changesIn({ ...first, version: 2 }, first)).toEqual([]))
