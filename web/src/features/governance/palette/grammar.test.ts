import { expect, it } from 'vitest'
import { isTraceId, parseCommand } from './grammar.ts'

it.each([
  ['锁定 张三', { verb: 'lock', about: '张三' }],
  ['锁定张三', { verb: 'lock', about: '张三' }],
  ['  Lock  zhangsan ', { verb: 'lock', about: 'zhangsan' }],
  ['锁定', { verb: 'lock', about: '' }],
  ['解锁 张三', { verb: 'unlock', about: '张三' }],
  ['重置密码 张三', { verb: 'reset', about: '张三' }],
  ['重置 张三', { verb: 'reset', about: '张三' }],
  ['续期 张三', { verb: 'extend', about: '张三' }],
  ['编辑张三', { verb: 'edit', about: '张三' }],
  ['切换 华东公司', { verb: 'switch', about: '华东公司' }],
  ['新增用户', { verb: 'add', about: '用户' }],
  ['why 8f3a0c12', { verb: 'why', about: '8f3a0c12' }],
])('reads “%s”', (text, command) => {
  expect(parseCommand(text)).toEqual(command)
})

it.each([
  ['授予 审计员 给 李四 7天', { role: '审计员', about: '李四', days: 7 }],
  ['授予 李四 审计员 7 天', { role: '审计员', about: '李四', days: 7 }],
  ['授予 李四 审计员', { role: '审计员', about: '李四', days: null }],
  ['授予审计员给李四7天', { role: '审计员', about: '李四', days: 7 }],
  ['授予 审计员 给 李四', { role: '审计员', about: '李四', days: null }],
  ['grant auditor to lisi 7d', { role: 'auditor', about: 'lisi', days: 7 }],
  ['grant auditor to lisi7', { role: 'auditor', about: 'lisi7', days: null }],
  ['授予 审计员', { role: '审计员', about: '', days: null }],
])('reads who gets which role in “%s”', (text, parts) => {
  expect(parseCommand(text)).toEqual({ verb: 'grant', ...parts })
})

it('reads no action in other words', () => {
  for (const text of ['', '张三', 'locksmith', 'newman', '用户管理']) expect(parseCommand(text)).toBeUndefined()
})

it('knows the shape of a trace id', () => {
  expect(isTraceId('8f3a0c12')).toBe(true)
  for (const text of ['8f3a', '8f3a0c1z', '']) expect(isTraceId(text)).toBe(false)
})
