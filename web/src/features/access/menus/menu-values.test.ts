import { expect, it } from 'vitest'
import { validateField } from '../../../kernel/forms/validate-field.ts'
import { UnparsedJson } from '../../../ui/json-text.ts'
import { listFields, menuForm, toMetadata } from './menu-values.ts'

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

it('converts metadata to fields and back without loss', () => {
  expect(toMetadata(listFields(full))).toEqual(full)
  expect(toMetadata(listFields({}))).toEqual({})
})
it('validates fields like the contract', () => {
  const wrong = { ...values, ...listFields({ path: '../x' }) }
  expect(validateField(menuForm, wrong, 'path')).toBe('路径只能含字母、数字、斜杠、下划线和短横线')
  expect(validateField(menuForm, { ...values, ...listFields({ path: 'x' }) }, 'component')).toBe('请输入模板')
  expect(validateField(menuForm, { ...values, ...listFields(full) }, 'path')).toBeUndefined()
})
it('validates the JSON while it is being edited', () => {
  const editing = (json: unknown) => validateField(menuForm, { ...values, ...listFields(full), json }, 'json')
  expect(editing({ ...full, evil: 1 })).toBe('不支持的字段：evil')
  expect(editing(new UnparsedJson('{'))).toBe('内容不是有效的 JSON')
  expect(editing(full)).toBeUndefined()
})
