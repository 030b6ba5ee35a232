import { expect, it } from 'vitest'
import { defineWebModule, type WorkbenchCard } from './module.ts'

const load = async () => () => null
const card = (key: WorkbenchCard['key']) => ({
  views: { 'assets/list': load },
  workbenchCards: [{ key, title: '资产', page: 'assets/list', load, endpoint: {} as WorkbenchCard['endpoint'] }],
})

it('takes keys that begin with the name of the module, and no others', () => {
  expect(defineWebModule(card('assets.mine')).workbenchCards).toHaveLength(1)
  expect(() => defineWebModule(card('loans.mine'))).toThrow('loans is another name')
})
