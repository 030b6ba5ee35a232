import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { type Product, send } from './product.ts'

const writers = 8
const pageSize = 100
const { create, list } = baseParametersContract

export type LoadRun = {
  /** Acknowledged ids. */
  acknowledged: Set<string>
  /** Errors while `isRunning()` was true. */
  failures: string[]
  /** Resolves when all writers have stopped. */
  done: Promise<unknown>
}

const describeError = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

type Options = {
  /** A persistent writer continues after a failure. */
  persistent?: boolean
}
/** Eight writers create parameters without a pause while `isRunning()` is true. Each stops at its first failure. */
export const startWriters = (
  product: Product,
  token: string,
  prefix: string,
  isRunning: () => boolean,
  { persistent = false }: Options = {},
): LoadRun => {
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const one = async (writer: number) => {
    for (let n = 0; isRunning(); n += 1) {
      try {
        const body = { code: `${prefix}.w${writer}.n${n}`, name: '写', kind: 'string', value: 'v' }
        const { code, data } = await send(product.url, create.path, token, body)
        if (code !== 0) throw new Error(`code ${code}`)
        acknowledged.add((data as { id: string }).id)
      } catch (error) {
        failures.push(describeError(error))
        if (!persistent) return
      }
    }
  }
  return { acknowledged, failures, done: Promise.all(Array.from({ length: writers }, (_, writer) => one(writer))) }
}

/** Ids of the stored parameters whose code has the prefix, in page order. */
export const storedIds = async (product: Product, token: string, prefix: string): Promise<string[]> => {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, total } = await send(
      product.url,
      `${list.path}?search=${prefix}.&size=${pageSize}&sort=code&page=${page}`,
      token,
    )
    ids.push(...(data as { id: string }[]).map(({ id }) => id))
    if (page * pageSize >= (total ?? 0)) return ids
  }
}
