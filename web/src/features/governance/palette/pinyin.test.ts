import { expect, it } from 'vitest'
import { findByPinyin } from './pinyin.ts'

it.each([
  ['用户管理', 'yhgl'],
  ['用户管理', 'yonghu'],
  ['用户管理', 'yonghuguanli'],
  ['用户管理', 'yhguan'],
  ['用户管理', 'Yong Hu'],
  ['角色管理', 'jsgl'],
  ['角色管理', 'juese'],
  ['密码策略', 'mimacelve'],
  ['菜单管理', 'caidan'],
  ['组织管理', 'zzgl'],
  ['操作日志', 'czrz'],
  ['重置密码', 'chongzhi'],
  ['API 文档', 'apiwd'],
])('finds %s by %s', (name, typed) => {
  expect(findByPinyin(name, typed)).toBe(0)
})

it('finds the middle of a name, and nothing by letters of no syllable', () => {
  expect(findByPinyin('登录与访问策略', 'fwcl')).toBe(3)
  for (const typed of ['yhx', 'uh', '用户', '']) expect(findByPinyin('用户管理', typed)).toBeUndefined()
})
