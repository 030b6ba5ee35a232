import { bulkLoad } from '../kernel/db/bulk-load.ts'
import { hashPassword } from '../kernel/password-hash.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { maxCompanies } from './companies.ts'
import { maxPeople } from './people.ts'
import { seedRepository as repository } from './seed.repository.ts'
import { writeSeededUsage } from './seeded-usage.repository.ts'
import { seededSignIns } from './sign-ins.repository.ts'
import { type SeedSize, type StaffedCompany, staffedCompanies } from './staffed-company.ts'

/** Rows per batch, and the rows a company costs beside its people: its administrator's rights. */
const batchWeight = 40_000
const companyWeight = 20
/** Cost of the final indexes and checks, relative to the rows. */
const finishWeight = 0.3
/** Number of progress reports. */
const progressReports = 1000

/** Groups companies into batches of that weight. */
function* inBatches(companies: Iterable<StaffedCompany>) {
  let [group, weight]: [StaffedCompany[], number] = [[], 0]
  for (const company of companies) {
    group.push(company)
    weight += company.people.length + companyWeight
    if (weight < batchWeight) continue
    yield group
    ;[group, weight] = [[], 0]
  }
  if (group.length > 0) yield group
}

/** Reports progress in limited steps. */
const createReporter = (total: number, onProgress: (part: number) => void) => {
  let [done, reported] = [0, 0]
  return (weight: number) => {
    done += weight
    if (done < total && done - reported < total / progressReports) return
    reported = done
    onProgress(done / total)
  }
}

const assertPlausible = ({ companies, users }: SeedSize) => {
  const isCount = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max
  if (!isCount(companies, maxCompanies))
    throw new Error(tell('公司数应为 1 到 {maxCompanies} 的整数', { maxCompanies }))
  if (!isCount(users, maxPeople)) throw new Error(tell('人数应为 1 到 {maxPeople} 的整数', { maxPeople }))
  if (users < companies) throw new Error(tell('人数不能少于公司数：每家公司至少有一名管理员'))
}

export type SeedOptions = {
  password: string
  /** Cancels the run; nothing is written. */
  stop?: AbortSignal
  /** Receives the progress from 0 to 1. */
  onProgress?: (part: number) => void
}

/**
 * Fills an installed database with companies: tenants of the standard plan with an administrator, organisations, posts,
 * roles and people who all sign in with one password. Reproducible by seed. Takes the owner's address.
 * @throws an Error whose message is meant for the operator, also if a customer's company exists already
 */
export const seedDatabase = async (ownerUrl: string, size: SeedSize, options: SeedOptions): Promise<void> => {
  const { password, stop = new AbortController().signal, onProgress = () => undefined } = options
  assertPlausible(size)
  const passwordHash = await hashPassword(password)
  await bulkLoad(ownerUrl, stop, async (load) => {
    if (await repository.hasCompanies(load)) throw new Error(tell('数据库中已有公司，演示数据只能写入没有公司的数据库'))
    const planId = await repository.standardPlan(load)
    const { steps, finish } = await repository.prepare(load)
    const rows = size.users + size.companies * companyWeight
    const stepWeight = (rows * finishWeight) / steps
    const report = createReporter(rows * (1 + finishWeight), onProgress)
    for (const group of inBatches(staffedCompanies(size))) {
      await repository.write(load, group, { planId, passwordHash, onPerson: () => report(1) })
      await seededSignIns.write(load, group)
      report(group.length * companyWeight)
    }
    await seededSignIns.sumUp(load)
    await writeSeededUsage(load)
    await finish(() => report(stepWeight))
  })
}
