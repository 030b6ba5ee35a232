import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { type Product, send } from './product.ts'

const writers = 8
const pageSize = 100
const { create, list } = baseParametersContract

export type Writing = {
  /** The ids that were acknowledged. */
  acknowledged: Set<string>
  /** What went wrong while `going` was true. */
  failures: string[]
  /** Resolves when every writer has stopped. */
  done: Promise<unknown>
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

type Options = {
  /** Whether a writer goes on after a failure. */
  persistent?: boolean
}
/** Eight people add parameters as fast as they are answered, while `going` says so; each stops at its first failure. */
export const write = (
  product: Product,
  token: string,
  prefix: string,
  going: () => boolean,
  { persistent = false }: Options = {},
): Writing => {
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const one = async (writer: number) => {
    for (let n = 0; going(); n += 1) {
      try {
        const body = { code: `${prefix}.w${writer}.n${n}`, name: '写', kind: 'string', value: 'v' }
        const { code, data } = await send(product.url, create.path, token, body)
        if (code !== 0) throw new Error(`code ${code}`)
        acknowledged.add((data as { id: string }).id)
      } catch (error) {
        failures.push(reasonOf(error))
        if (!persistent) return
      }
    }
  }
  return { acknowledged, failures, done: Promise.all(Array.from({ length: writers }, (_, writer) => one(writer))) }
}

/** The ids of every stored parameter whose code holds the prefix, in the order of the pages. */
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
