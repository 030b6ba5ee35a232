import { expect, it } from 'vitest'
import { isRefusedTarget } from './allowed-targets.ts'

const local = [
  'http://localhost:8080/',
  'http://LOCALHOST./',
  'http://database/',
  'https://erp.internal/x',
  'https://a.b.invalid',
]

it('refuses names that lead nowhere from the internet', () => {
  for (const target of [...local, 'http://0x7f.1/', 'https://[::1]/'])
    expect([target, isRefusedTarget(target, [])]).toEqual([target, true])
  for (const target of ['https://erp.example.cn/{id}', 'https://localhost.example.cn', 'https://8.8.8.8/', ''])
    expect([target, isRefusedTarget(target, [])]).toEqual([target, false])
})
it('leaves local names to the look-up where the operator allows a network', () => {
  for (const target of local) expect([target, isRefusedTarget(target, ['10.0.0.0/8'])]).toEqual([target, false])
  expect(isRefusedTarget('http://10.1.2.3/', ['10.0.0.0/8'])).toBe(false)
  expect(isRefusedTarget('http://192.168.1.1/', ['10.0.0.0/8'])).toBe(true)
})
