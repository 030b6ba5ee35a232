import { expect, it } from 'vitest'
import { eventName } from '../../../event-words.ts'
import { oidcScopes } from '../../open/oidc/oidc-fields.ts'
import { ssoScopes } from '../../open/portal-apps/portal-app-fields.ts'
import { changesBetween, valueText } from './row-changes.ts'

const fields = (before: unknown, after: unknown, secret = false) =>
  changesBetween(before, after, secret).map(({ label, from, to }) => [label, from, to])

const plain = { timeText: (iso: string) => iso.slice(0, 10), eventName }

it('returns only changed fields, with their labels', () => {
  const before = { id: '1', name: '旧', code: 'a', tags: {}, version: 1, updateTime: 'x' }
  expect(fields(before, { ...before, name: '新', tags: { a: 1 }, version: 2, updateTime: 'y' })).toEqual([
    ['名称', '旧', '新'],
    ['其他参数', {}, { a: 1 }],
  ])
  expect(fields({ name: '旧', sex: 0 }, { name: '新' })).toEqual([['名称', '旧', '新']])
})
it('returns all fields of a new or removed row', () => {
  expect(fields(undefined, { name: '新', desc: '' })).toEqual([['名称', undefined, '新']])
  expect(fields({ name: '旧' }, null)).toEqual([['名称', '旧', undefined]])
})
it('returns removed and added items of lists', () => {
  expect(fields({ elems: ['a', 'b'] }, { elems: ['b', 'c'] })).toEqual([['权限点', ['a'], ['c']]])
  expect(fields({ elems: ['a'] }, { elems: ['a', 'b'] })).toEqual([['权限点', undefined, ['b']]])
  expect(fields({ elems: ['a', 'b'] }, { elems: ['b', 'a'] })).toEqual([['权限点', ['a', 'b'], ['b', 'a']]])
})
it('reports a replaced secret as changed without its value', () => {
  const row = { name: '密钥', value: '******' }
  expect(fields(row, row)).toEqual([])
  expect(fields(row, row, true)).toEqual([['值', '******', '******']])
  expect(valueText('value', '******', plain)).toBe('已修改')
})
it('includes fields only the newer side has, and shows list rows as text', () => {
  expect(fields({ locked: false }, { locked: true, reason: '盘点' })).toEqual([
    ['是否锁定', false, true],
    ['原因', undefined, '盘点'],
  ])
  const [kept, given] = [
    { roleId: '1', name: '甲' },
    { roleId: '2', name: '乙', expireTime: '2026-12-01T00:00:00.000Z' },
  ]
  expect(fields({ roles: [kept] }, { roles: [kept, given] })).toEqual([['角色', undefined, [given]]])
  expect(valueText('roles', [kept, given], plain)).toBe('甲、乙（到期时间：2026-12-01）')
})
it.each([
  [null, '空'],
  [true, '是'],
  [['甲', '乙'], '甲、乙'],
  [0, '0'],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])('puts %j in words', (value, words) => expect(valueText('field', value, plain)).toBe(words))
it('shows codes as text where a field has them', () => {
  expect(valueText('method', 'passkey', plain)).toBe('通行密钥')
  expect(valueText('name', 'passkey', plain)).toBe('passkey')
  expect(valueText('sex', 0, plain)).toBe('未填写')
})
it('shows codes and events within lists as text', () => {
  expect(valueText('scopes', ['openid', 'phone'], plain)).toBe('用户标识、手机号')
  expect(valueText('grantTypes', ['authorization_code', 'refresh_token'], plain)).toBe('授权码、刷新令牌')
  expect(valueText('event', ['post.created', 'user.locked'], plain)).toBe('新增岗位、锁定用户')
})
it('knows every item that applications may ask for', () => {
  const told = [...oidcScopes, ...ssoScopes].map((scope) => valueText('scopes', [scope], plain))
  expect(told.filter((text) => /[a-z]/.test(text))).toEqual([])
  expect(valueText('allowed', [...ssoScopes], plain)).toBe('账号、手机号、邮箱、所属公司')
})

it('takes the words of a feature before the common ones', () => {
  const words = { state: { title: '使用状态', choices: { idle: '闲置' } } }
  const changes = changesBetween({ state: 'idle', name: '甲' }, { state: 'open', name: '乙' }, false, (field) =>
    Object.hasOwn(words, field) ? words[field as 'state'] : undefined,
  )
  expect(changes.map(({ label }) => label)).toEqual(['使用状态', '名称'])
  const [{ choices }] = changes as [(typeof changes)[number]]
  expect(['idle', 'open'].map((code) => valueText('state', code, plain, choices))).toEqual(['闲置', '待处理'])
})
