import { describe, expect, it } from 'vitest'
import { merkleTree, rootThrough } from './merkle.ts'

const entriesOf = (size: number) => Array.from({ length: size }, (_, at) => Buffer.from(`entry ${at}`))

describe('a tree of hashes', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 13, 64])('of %i entries leads from each of them to the root', (size) => {
    const entries = entriesOf(size)
    const { root, pathOf } = merkleTree(entries)
    for (const [index, entry] of entries.entries())
      expect(rootThrough({ entry, index, size, path: pathOf(index) })).toEqual(root)
  })
  it('does not lead there from another entry, another place, or by another path', () => {
    const entries = entriesOf(13)
    const { root, pathOf } = merkleTree(entries)
    const place = { entry: entries[4] as Buffer, index: 4, size: 13, path: pathOf(4) }
    const others = [
      { ...place, entry: entries[5] as Buffer },
      { ...place, index: 5 },
      { ...place, path: pathOf(5) },
      { ...place, path: place.path.slice(1) },
      { ...place, path: [...place.path, root] },
    ]
    for (const other of others) expect(rootThrough(other)).not.toEqual(root)
  })
})
