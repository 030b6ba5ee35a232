import { setTimeout as sleep } from 'node:timers/promises'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { type Product, send, signInTo } from './product.ts'

const writers = 8
const probeMs = 100
/** Tokens last ten minutes. */
const signInEveryMs = 5000

type Phase = { requests: number; failures: string[]; ms: number[] }
/** What a phase of the load cost. */
export type PhaseFigures = { requests: number; failures: string[]; p50: number; p99: number; longest: number }

const describeError = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}
const summarize = ({ requests, failures, ms }: Phase): PhaseFigures => {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { requests, failures: [...new Set(failures)], p50: at(0.5), p99: at(0.99), longest: at(1) }
}

/**
 * Eight writers that create parameters and list users, and one person who signs in every few seconds, through what a load
 * balancer is: each request goes to a node whose `/readyz` has agreed within the last tenth of a second.
 */
export const startBalancedLoad = async (first: Product) => {
  const ready = new Map<Product, boolean>([[first, true]])
  const acknowledged = new Set<string>()
  const phases = new Map<string, Phase>()
  let phase: Phase = { requests: 0, failures: [], ms: [] }
  let isRunning = true
  let turn = 0
  const pick = async (): Promise<Product> => {
    for (;;) {
      const nodes = [...ready].flatMap(([node, isReady]) => (isReady ? node : []))
      turn += 1
      const node = nodes[turn % Math.max(1, nodes.length)]
      if (node) return node
      await sleep(10)
    }
  }
  const attempt = async (work: (node: Product) => Promise<void>) => {
    const node = await pick()
    const startedAt = performance.now()
    const current = phase
    current.requests += 1
    await work(node).catch((error: unknown) => current.failures.push(describeError(error)))
    current.ms.push(performance.now() - startedAt)
  }
  let token = await signInTo(first)
  const create = async ({ url }: Product, code: string) => {
    const body = { code, name: '写', kind: 'string', value: 'v' }
    const { code: answered, data } = await send(url, baseParametersContract.create.path, token, body)
    if (answered !== 0) throw new Error(`code ${answered}`)
    acknowledged.add((data as { id: string }).id)
  }
  const list = async ({ url }: Product) => {
    const { code } = await send(url, `${usersContract.list.path}?size=20`, token)
    if (code !== 0) throw new Error(`code ${code}`)
  }
  const write = async (writer: number) => {
    for (let n = 0; isRunning; n += 1) {
      await attempt((node) => create(node, `upgrade.w${writer}.n${n}`))
      await attempt(list)
    }
  }
  const signIn = async () => {
    while (isRunning) {
      await attempt(async (node) => {
        token = await signInTo(node)
      })
      await sleep(signInEveryMs)
    }
  }
  const probe = async () => {
    while (isRunning) {
      for (const node of ready.keys()) {
        const isReady = await fetch(`${node.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (ready.has(node)) ready.set(node, isReady)
      }
      await sleep(probeMs)
    }
  }
  const running = Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer)), signIn(), probe()])
  return {
    acknowledged,
    /** Counts what begins from now on under a name. */
    begin(name: string) {
      phase = phases.get(name) ?? { requests: 0, failures: [], ms: [] }
      phases.set(name, phase)
    },
    add: (node: Product) => void ready.set(node, true),
    /** Stops a node as an operator does; the balancer forgets it when it has ended. */
    async stop(node: Product) {
      node.process.kill('SIGTERM')
      const code = await node.ended
      ready.delete(node)
      return code
    },
    async end(): Promise<Record<string, PhaseFigures>> {
      isRunning = false
      await running
      return Object.fromEntries([...phases].map(([name, each]) => [name, summarize(each)]))
    },
  }
}
