import { hash } from 'node:crypto'

// Leaves and nodes have distinct prefixes (RFC 6962), so that neither can pass for the other.
const [leafPrefix, nodePrefix] = [Buffer.of(0), Buffer.of(1)]
const hashLeaf = (entry: Buffer): Buffer => hash('sha256', Buffer.concat([leafPrefix, entry]), 'buffer')
const hashNode = (left: Buffer, right: Buffer): Buffer =>
  hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer')

/** A Merkle tree over a list: its root, and the audit path of each entry. */
export type MerkleTree = { root: Buffer; listPath(index: number): Buffer[] }

/** Builds the tree of at least one entry; an unpaired node moves up unchanged. */
export const merkleTree = (entries: readonly Buffer[]): MerkleTree => {
  let level = entries.map(hashLeaf)
  const levels = [level]
  while (level.length > 1) {
    const children = level
    level = []
    for (let at = 0; at < children.length; at += 2) {
      const [left, right] = children.slice(at, at + 2) as [Buffer, Buffer?]
      level.push(right ? hashNode(left, right) : left)
    }
    levels.push(level)
  }
  return {
    root: level[0] as Buffer,
    listPath: (index) => levels.flatMap((nodes, height) => nodes[(index >> height) ^ 1] ?? []),
  }
}

type InclusionProof = { entry: Buffer; index: number; size: number; path: readonly Buffer[] }
/** The root that an entry's audit path leads to; undefined if the path does not fit index and size. */
export const rootFrom = ({ entry, index, size, path }: InclusionProof): Buffer | undefined => {
  const rest = [...path]
  let node = hashLeaf(entry)
  for (let at = index, width = size; width > 1; at >>= 1, width = Math.ceil(width / 2)) {
    const isLeft = at % 2 === 0
    if (isLeft && at + 1 >= width) continue
    const other = rest.shift()
    if (!other) return undefined
    node = isLeft ? hashNode(node, other) : hashNode(other, node)
  }
  return rest.length === 0 ? node : undefined
}
