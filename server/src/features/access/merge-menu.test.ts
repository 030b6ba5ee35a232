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

it('follows the code where nobody has edited anything', () => {
  const seed = menu({ name: '新名称', sort: 30, parent: 'sys.other' }, { path: 'b', badge: '新' })
  expect(mergeMenu(menu(), menu(), seed)).toEqual(seed)
})
it('keeps what was edited, field by field, and takes the rest from the code', () => {
  const edited = menu({ name: '改过' }, { icon: 'house' })
  const merged = mergeMenu(edited, menu(), menu({ name: '新名称', sort: 30 }, { icon: 'users', component: 'sys/b' }))
  expect(merged).toEqual(menu({ name: '改过', sort: 30 }, { icon: 'house', component: 'sys/b' }))
})
it('keeps what was added and leaves away what the code no longer says', () => {
  const edited = menu({}, { badge: '热' })
  const { component: _gone, ...metadata } = menu().metadata
  expect(mergeMenu(edited, menu(), menu({ metadata })).metadata).toEqual({ icon: 'list', path: 'a', badge: '热' })
})
it('takes all of it from the code when nothing was written down before', () => {
  expect(mergeMenu(menu({ name: '旧' }), null, menu())).toEqual(menu())
})
