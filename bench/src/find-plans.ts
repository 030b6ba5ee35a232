import { signIn, toCookie } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { followPlans, type LoggedPlan, logPlans, type PlanMode } from './logged-plans.ts'
import { countRowsRead, measureExcess, type RowsRead } from './rows-read.ts'
import type { VersionStage } from './version-stage.ts'

/** A prepared statement is planned for its values five times before the server may keep a plan for any. */
const runs = 7

export type PlanFinding = {
  request: string
  /** Whether every request was answered with the envelope's code 0. */
  answered: boolean
  /** The statement that reads most, measured by what it may read. */
  worst: RowsRead | undefined
}

const isAnswered = async (address: string, token: string): Promise<boolean> => {
  const answer = await fetch(address, { headers: { token, cookie: toCookie(token) } })
  return ((await answer.json()) as { code: number }).code === 0
}

const findWorst = async (address: string, token: string, nextPlans: () => LoggedPlan[]) => {
  // Plans of other work are not those of this request.
  nextPlans()
  let answered = true
  for (let n = 0; n < runs; n += 1) answered = (await isAnswered(address, token)) && answered
  const [worst] = nextPlans()
    // The product's own work in between writes.
    .filter(({ plan }) => plan['Node Type'] !== 'ModifyTable')
    .map(countRowsRead)
    .sort((one, other) => measureExcess(other) - measureExcess(one))
  return { answered, worst }
}

/** Sends every request several times to the product on this database, and reads the plans of its statements. */
export const findPlans = async (stage: VersionStage, mode: PlanMode): Promise<PlanFinding[]> => {
  const { folder, superuserUrl, env, asked } = stage
  await logPlans(superuserUrl, mode)
  const product = await startServer(builtProduct, env, '/readyz')
  try {
    const nextPlans = followPlans(`${folder}/postgres`)
    const found: PlanFinding[] = []
    for (const { account, requests } of asked) {
      const { token } = await signIn(product.url, account)
      for (const [request, address] of Object.entries(requests))
        found.push({ request, ...(await findWorst(product.url + address, token, nextPlans)) })
    }
    return found
  } finally {
    await product.stop()
  }
}
