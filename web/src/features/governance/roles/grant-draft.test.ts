import type { RoleGrants, RoleGrantsWrite } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { expect, it } from 'vitest'
import { chosenOr, countChanges, createGrantDraft, toGrants } from './grant-draft.ts'

const written: RoleGrantsWrite = {
  menus: ['m'],
  elems: ['a', 'b'],
  dataScope: 'company',
  dataOrgIds: [],
  rules: [],
  assignable: [],
  home: 'm',
  version: 1,
}
const stored: RoleGrants = { ...written, grantableScopes: ['company', 'self'] }

it('counts the changes and sends the complete grants', () => {
  const draft = createGrantDraft(stored)
  const { tick, choose, undo } = draft.getState()
  tick('elems', ['a'], false)
  tick('elems', ['c', 'd'], true)
  choose({ home: null, dataScope: 'company' })
  expect(countChanges(draft.getState())).toBe(4)
  expect(chosenOr('home')(draft.getState())).toBeNull()
  expect(toGrants(draft.getState())).toEqual({ ...written, elems: ['b', 'c', 'd'], home: null })
  undo()
  expect(countChanges(draft.getState())).toBe(0)
  expect(toGrants(draft.getState())).toEqual(written)
})

it('keeps its changes on top of a newer saved version', () => {
  const draft = createGrantDraft(stored)
  const { tick, choose, rebase } = draft.getState()
  tick('elems', ['a'], false)
  tick('elems', ['c'], true)
  choose({ dataScope: 'self' })
  rebase({ ...stored, elems: ['a', 'b', 'c', 'd'], dataScope: 'self', version: 2 })
  expect(countChanges(draft.getState())).toBe(1)
  expect(toGrants(draft.getState())).toMatchObject({ elems: ['b', 'c', 'd'], dataScope: 'self', version: 2 })
})
