import type { Plugin } from 'vite'

const contracts = /\/contract\/src\/(?:features\/.+\.contract|kernel\/crud)\.ts$/
/** Properties of endpoints that only the server and the documents read. The browser trusts the replies it gets. */
const serverOnly = new Set([
  'summary',
  'writes',
  'people',
  'reach',
  'audit',
  'reply',
  'current',
  'params',
  'limit',
  'rate',
  'restrictedSearch',
  'unmasked',
  'secretReply',
  'skipsReauthentication',
  'homeAccountOnly',
])
const reasons = /^(?:signedIn|public|temporary)Because$/

type Node = {
  type: string
  start: number
  end: number
  properties?: Node[]
  key?: Node & { name?: string }
  callee?: Node & { name?: string }
  arguments?: Node[]
}
type Part = readonly [from: number, to: number, instead: string]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const hasKey = (node: Node, key: string) => node.properties?.some((property) => property.key?.name === key)
const isEndpoint = (node: Node) => hasKey(node, 'method') && hasKey(node, 'path')
const isServerOnly = ({ key }: Node) => serverOnly.has(key?.name ?? '')

/** The parts of a contract that go, in order, with what stands there instead. */
const partsToStrip = (node: Node): Part[] => {
  const gone = isEndpoint(node) ? (node.properties ?? []).filter(isServerOnly) : []
  if (node.type === 'CallExpression' && reasons.test(node.callee?.name ?? ''))
    return (node.arguments ?? []).map(({ start, end }) => [start, end, "''"])
  const children = Object.values(node)
    .flat()
    .filter((child) => isNode(child) && !gone.includes(child))
  return [
    ...gone.map(({ start, end }): Part => [start, end, '...{}']),
    ...children.flatMap((child) => partsToStrip(child as Node)),
  ].sort(([one], [other]) => one - other)
}

/** Strips what endpoints say to the server and the documents alone; schemas that nothing else uses go with it. */
export const stripContractProse = (): Plugin => ({
  name: 'without-prose',
  enforce: 'pre',
  transform: {
    filter: { id: contracts },
    handler(code) {
      const tree: unknown = this.parse(code, { lang: 'ts' })
      let [stripped, at] = ['', 0]
      for (const [from, to, instead] of isNode(tree) ? partsToStrip(tree) : []) {
        stripped += code.slice(at, from) + instead
        at = to
      }
      return { code: stripped + code.slice(at), map: null }
    },
  },
})
