import { hash } from 'node:crypto'

// Leaves and nodes begin with a byte of their own (RFC 6962), so that neither can pass for the other.
const [leafHead, nodeHead] = [Buffer.of(0), Buffer.of(1)]
const leafOf = (entry: Buffer): Buffer => hash('sha256', Buffer.concat([leafHead, entry]), 'buffer')
const nodeOf = (left: Buffer, right: Buffer): Buffer => hash('sha256', Buffer.concat([nodeHead, left, right]), 'buffer')

/** A tree of hashes over a list: one root for all of it, and for each entry the way there. */
export type MerkleTree = { root: Buffer; pathOf(index: number): Buffer[] }

/** In: at least one entry, in order. Out: their tree; a node without a neighbour goes up as it is. */
export const merkleTree = (entries: readonly Buffer[]): MerkleTree => {
  let level = entries.map(leafOf)
  const levels = [level]
  while (level.length > 1) {
    const below = level
    level = []
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = below.slice(at, at + 2) as [Buffer, Buffer?]
      level.push(right ? nodeOf(left, right) : left)
    }
    levels.push(level)
  }
  return {
    root: level[0] as Buffer,
    pathOf: (index) => levels.flatMap((nodes, height) => nodes[(index >> height) ^ 1] ?? []),
  }
}

type Place = { entry: Buffer; index: number; size: number; path: readonly Buffer[] }
/** The root of a tree of that size in which the entry has that place and that path; undefined where the path cannot be one. */
export const rootThrough = ({ entry, index, size, path }: Place): Buffer | undefined => {
  const rest = [...path]
  let node = leafOf(entry)
  for (let at = index, width = size; width > 1; at >>= 1, width = Math.ceil(width / 2)) {
    const isLeft = at % 2 === 0
    if (isLeft && at + 1 >= width) continue
    const other = rest.shift()
    if (!other) return undefined
    node = isLeft ? nodeOf(node, other) : nodeOf(other, node)
  }
  return rest.length === 0 ? node : undefined
}
