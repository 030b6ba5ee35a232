import { expect, it } from 'vitest'
import { mergeMenu } from './merge-menu.ts'

const menu = (change: object = {}, metadata: object = {}) => ({
  parent: 'sys',
  name: '菜单',
  kind: 'menu',
  sort: 10,
  metadata: { icon: 'list', path: 'a', component: 'sys/a', ...metadata },
  ...change,
})

it('follows the code if nothing was edited', () => {
  const seed = menu({ name: '新名称', sort: 30, parent: 'sys.other' }, { path: 'b', badge: '新' })
  expect(mergeMenu(menu(), menu(), seed)).toEqual(seed)
})
it('keeps edited fields and takes the others from the code', () => {
  const edited = menu({ name: '改过' }, { icon: 'house' })
  const merged = mergeMenu(edited, menu(), menu({ name: '新名称', sort: 30 }, { icon: 'users', component: 'sys/b' }))
  expect(merged).toEqual(menu({ name: '改过', sort: 30 }, { icon: 'house', component: 'sys/b' }))
})
it('keeps added fields and drops those the code no longer declares', () => {
  const edited = menu({}, { badge: '热' })
  const { component: _gone, ...metadata } = menu().metadata
  expect(mergeMenu(edited, menu(), menu({ metadata })).metadata).toEqual({ icon: 'list', path: 'a', badge: '热' })
})
it('takes the code’s content if nothing was declared before', () => {
  expect(mergeMenu(menu({ name: '旧' }), null, menu())).toEqual(menu())
})
