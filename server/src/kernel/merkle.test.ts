import { describe, expect, it } from 'vitest'
import { merkleTree, rootFrom } from './merkle.ts'

const buildEntries = (size: number) => Array.from({ length: size }, (_, at) => Buffer.from(`entry ${at}`))

describe('a Merkle tree', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 13, 64])('of %i entries leads from each entry to the root', (size) => {
    const entries = buildEntries(size)
    const { root, listPath } = merkleTree(entries)
    for (const [index, entry] of entries.entries())
      expect(rootFrom({ entry, index, size, path: listPath(index) })).toEqual(root)
  })
  it('does not verify another entry, index or path', () => {
    const entries = buildEntries(13)
    const { root, listPath } = merkleTree(entries)
    const place = { entry: entries[4] as Buffer, index: 4, size: 13, path: listPath(4) }
    const others = [
      { ...place, entry: entries[5] as Buffer },
      { ...place, index: 5 },
      { ...place, path: listPath(5) },
      { ...place, path: place.path.slice(1) },
      { ...place, path: [...place.path, root] },
    ]
    for (const other of others) expect(rootFrom(other)).not.toEqual(root)
  })
})
