import type { RoleGrants } from '@atrium/contract/features/roles/roles.contract.ts'
import { expect, it } from 'vitest'
import { changesIn, chosenOr, createGrantDraft, grantsOf } from './grant-draft.ts'

const stored: RoleGrants = {
  menus: ['m'],
  elems: ['a', 'b'],
  dataScope: 'company',
  dataOrgIds: [],
  rules: [],
  assignable: [],
  home: 'm',
  version: 1,
}

it('counts what would change, and sends the whole', () => {
  const draft = createGrantDraft(stored)
  const { tick, choose, undo } = draft.getState()
  tick('elems', ['a'], false)
  tick('elems', ['c', 'd'], true)
  choose({ home: null, dataScope: 'company' })
  expect(changesIn(draft.getState())).toBe(4)
  expect(chosenOr('home')(draft.getState())).toBeNull()
  expect(grantsOf(draft.getState())).toEqual({ ...stored, elems: ['b', 'c', 'd'], home: null })
  undo()
  expect(changesIn(draft.getState())).toBe(0)
  expect(grantsOf(draft.getState())).toEqual(stored)
})

it('keeps its changes over what somebody else has saved', () => {
  const draft = createGrantDraft(stored)
  const { tick, choose, rebase } = draft.getState()
  tick('elems', ['a'], false)
  tick('elems', ['c'], true)
  choose({ dataScope: 'self' })
  rebase({ ...stored, elems: ['a', 'b', 'c', 'd'], dataScope: 'self', version: 2 })
  expect(changesIn(draft.getState())).toBe(1)
  expect(grantsOf(draft.getState())).toMatchObject({ elems: ['b', 'c', 'd'], dataScope: 'self', version: 2 })
})
