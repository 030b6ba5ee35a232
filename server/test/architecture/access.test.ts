import type { Access } from '@atrium/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { endpoints, titleOf } from './expect-only.ts'

const open = (kind: Access['kind']) => endpoints.filter(({ access }) => access.kind === kind).map(titleOf)

// These lists are written out on purpose: whoever opens a door changes a line here, and a reviewer sees it.
describe('who may call without a right of his own', () => {
  it('everybody', () => {
    expect(open('public')).toEqual([
      'sysSettings.subject',
      'sysSettings.tags',
      'sysLogin.captcha',
      'sysLogin.verify',
      'sysConsole.refresh',
      'sysConsole.logout',
    ])
  })
  it('whoever has shown a password', () => {
    expect(open('temporary')).toEqual(['sysLogin.accessToken'])
  })
  it('whoever is signed in', () => {
    expect(open('signedIn')).toEqual([
      'sysConsole.loginInfo',
      'sysConsole.grants',
      'sysConsole.menus',
      'sysConsole.elements',
      'sysProfile.logs',
      'sysProfile.portrait',
      'sysProfile.replacePortrait',
    ])
  })
  it('says why, in a sentence', () => {
    const unexplained = endpoints.filter(({ access }) => 'because' in access && access.because.length < 15)
    expect(unexplained.map(titleOf)).toEqual([])
  })
  it('never reaches a company that the caller does not have', () => {
    const homeless = endpoints.filter(({ access, reach }) => access.kind === 'public' && reach === 'company')
    expect(homeless.map(titleOf)).toEqual([])
  })
  it('and whoever reads or writes by right stays inside a company', () => {
    const wide = endpoints.filter(({ access, reach }) => access.kind === 'permitted' && reach !== 'company')
    expect(wide.map(titleOf)).toEqual([])
  })
})
