import pg from 'pg'
import { vi } from 'vitest'
import { toTitle } from '../architecture/expect-only.ts'
import { type Fault, fault, type Rule } from './fault.ts'
import type { ModuleStage } from './module-stage.ts'

/** Rows of each table, more than any page has. */
const many = 150
/** Statements of a list: the page, the total, and the names that fields refer to; one for each of ten rows are more. */
const mostStatements = 9

type Sent = { text: string; rows: number }
/** Records statements and the number of their rows while work is done. */
const recordStatements = async (work: () => Promise<unknown>): Promise<Sent[]> => {
  const sent: Sent[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }]
    const text = (typeof first === 'string' ? first : first.text) ?? ''
    const result: unknown = Reflect.apply(query, this, args)
    if (result instanceof Promise)
      result
        .then(({ rows }: { rows?: unknown[] }) => sent.push({ text, rows: rows?.length ?? 0 }))
        .catch(() => undefined)
    return result
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return sent
}

const faultsOf = async (stage: ModuleStage, endpoint: ModuleStage['endpoints'][number]): Promise<Fault[]> => {
  const at = toTitle(endpoint)
  const sample = await stage.sampleFor(endpoint)
  const sent = await recordStatements(() => stage.send(endpoint, sample))
  const own = sent.filter(({ text }) => new RegExp(`"?\\b${stage.contract.name}"?\\."?\\w`).test(text))
  const unbounded = own.find(({ text, rows }) => rows >= many && !/\blimit\b/i.test(text))
  if (unbounded) return [fault(at, `reads all rows: ${unbounded.rows} by one statement without a limit`)]
  return endpoint.wire === 'list' && own.length > mostStatements
    ? [fault(at, `sends ${own.length} statements for a page of ten rows`)]
    : []
}

/** What a call reads does not grow with the rows that are there. */
export const queries: Rule = {
  title: 'reads a bounded number of rows by few statements',
  async find(stage) {
    for (let n = 0; n < many; n += 1) await stage.plantBeside()
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) found.push(...(await faultsOf(stage, endpoint)))
    return found
  },
}
