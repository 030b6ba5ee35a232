import { expect, it } from 'vitest'
import { problemWith } from '../../kernel/forms/schema-problem.ts'
import { UnparsedJson } from '../../ui/json-text.ts'
import { fieldsOf, menuForm, metadataOf } from './menu-values.ts'

const values = { name: '页面', parent: '', kind: 'menu', sort: 10, active: true, elems: [] }
const full = {
  icon: 'house',
  path: 'a',
  component: 'sys/a',
  redirect: 'noRedirect',
  external: 'https://example.com/',
  activeMenu: '/web/b',
  badge: '新',
  openMode: 'self',
  hidden: true,
  keepAlive: false,
  affix: true,
  query: { from: 'menu', a: '1 2' },
  i18n: { en: 'Page' },
} as const

it('goes from metadata to fields and back without loss', () => {
  expect(metadataOf(fieldsOf(full))).toEqual(full)
  expect(metadataOf(fieldsOf({}))).toEqual({})
})
it('judges the fields as the contract does', () => {
  const wrong = { ...values, ...fieldsOf({ path: '../x' }) }
  expect(problemWith(menuForm, wrong, 'path')).toBe('路径只能含字母、数字、斜杠、下划线和短横线')
  expect(problemWith(menuForm, { ...values, ...fieldsOf({ path: 'x' }) }, 'component')).toBe('请输入模板')
  expect(problemWith(menuForm, { ...values, ...fieldsOf(full) }, 'path')).toBeUndefined()
})
it('judges the JSON while it is what is edited', () => {
  const editing = (json: unknown) => problemWith(menuForm, { ...values, ...fieldsOf(full), json }, 'json')
  expect(editing({ ...full, evil: 1 })).toBe('不支持的字段：evil')
  expect(editing(new UnparsedJson('{'))).toBe('内容不是正确的 JSON')
  expect(editing(full)).toBeUndefined()
})
