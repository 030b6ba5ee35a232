import { hashPassword } from '../features/users/index.ts'
import { bulkLoad } from '../kernel/db/bulk-load.ts'
import { mostCompanies } from './companies.ts'
import { mostPeople } from './people.ts'
import { seedRepository as repository } from './seed.repository.ts'
import { type StaffedCompany, staffedCompanies, type Wanted } from './staffed-company.ts'

/** What is written in one go, and what a company weighs beside its people: its administrator's rights, row by row. */
const batch = 40_000
const companyWeight = 20
/** What the indexes and checks made at the end weigh beside the rows. */
const finishing = 0.3
/** Progress is told so many times. */
const tellings = 1000

/** Companies in groups of that weight, none divided. */
function* inBatches(companies: Iterable<StaffedCompany>) {
  let [group, weight]: [StaffedCompany[], number] = [[], 0]
  for (const company of companies) {
    group.push(company)
    weight += company.people.length + companyWeight
    if (weight < batch) continue
    yield group
    ;[group, weight] = [[], 0]
  }
  if (group.length > 0) yield group
}

/** Tells how much of the whole is done, and not more often than anybody could see. */
const telling = (whole: number, onProgress: (part: number) => void) => {
  let [done, told] = [0, 0]
  return (weight: number) => {
    done += weight
    if (done < whole && done - told < whole / tellings) return
    told = done
    onProgress(done / whole)
  }
}

const refuseSenseless = ({ companies, users }: Wanted) => {
  const isCount = (number: number, most: number) => Number.isInteger(number) && number >= 1 && number <= most
  if (!isCount(companies, mostCompanies)) throw new Error(`公司数应为 1 到 ${mostCompanies} 的整数`)
  if (!isCount(users, mostPeople)) throw new Error(`人数应为 1 到 ${mostPeople} 的整数`)
  if (users < companies) throw new Error('人数不能少于公司数：每家公司至少有一名管理员')
}

export type Seeding = {
  password: string
  /** Stops it half-way; nothing is then left of it. */
  stop?: AbortSignal
  /** Hears what part is written, from 0 to 1. */
  onProgress?: (part: number) => void
}

/**
 * Fills an installed database with customers' companies: tenants of the standard plan with an administrator, organisations,
 * posts, roles and people who all sign in with one password. The same for the same seed. In: the owner's address. Throws with
 * a sentence for the operator, also when a customer's company is there already.
 */
export const seedDatabase = async (ownerUrl: string, wanted: Wanted, seeding: Seeding): Promise<void> => {
  const { password, stop = new AbortController().signal, onProgress = () => undefined } = seeding
  refuseSenseless(wanted)
  const passwordHash = await hashPassword(password)
  await bulkLoad(ownerUrl, stop, async (load) => {
    if (await repository.hasCompanies(load)) throw new Error('数据库里已经有企业，演示数据只写入还没有企业的数据库')
    const planId = await repository.standardPlan(load)
    const { steps, finish } = await repository.prepare(load)
    const rows = wanted.users + wanted.companies * companyWeight
    const stepWeight = (rows * finishing) / steps
    const tell = telling(rows * (1 + finishing), onProgress)
    for (const group of inBatches(staffedCompanies(wanted))) {
      await repository.write(load, group, { planId, passwordHash, onPerson: () => tell(1) })
      tell(group.length * companyWeight)
    }
    await finish(() => tell(stepWeight))
  })
}
