import type { Announcements } from '../announcements.ts'
import { createCache } from '../cache.ts'
import type { Database } from '../db/database.ts'
import type { Languages, OwnTexts } from './languages.ts'
import { readChanges, readTexts, type StoredText } from './online-texts.repository.ts'

/** The delay until another node's change is seen here if its announcement is lost (decision 17). */
const freshMs = 1000
/** A call does not wait longer for the texts of another node, as a database that is away would make it. */
const patienceMs = 250
const maxCompanies = 1000
const announced = 'texts'

type Ports = { database: Database; announcements: Announcements; platformCompany: string; languages: Languages }
export type OnlineTexts = ReturnType<typeof createOnlineTexts>

const byLanguage = (rows: readonly StoredText[]): Map<string, Map<string, string>> => {
  const languages = new Map<string, Map<string, string>>()
  for (const { language, source, text } of rows) {
    const texts = languages.get(language) ?? new Map<string, string>()
    languages.set(language, texts.set(source, text))
  }
  return languages
}

/**
 * What has been written online: the platform's texts lie over the languages of this node, those of companies are read when
 * they are first asked for. One short statement a second tells which have changed, and only while calls come.
 */
export const createOnlineTexts = ({ database, announcements, platformCompany, languages }: Ports) => {
  /** How often the texts of a company have changed. Those that are not here have none. */
  const changes = new Map<string, number>()
  const own = createCache<string, Promise<OwnTexts>>(maxCompanies)
  let since: string | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: { done: Promise<void>; since: number } | undefined
  let isAgainDue = false
  let applied = ''

  const applyPlatform = async (offered: readonly { tag: string; offered: boolean }[]) => {
    const key = JSON.stringify([changes.get(platformCompany), offered])
    if (key === applied) return
    const rows = changes.has(platformCompany) ? await readTexts(database, platformCompany) : []
    languages.overlay({
      texts: byLanguage(rows),
      offered: new Map(offered.map(({ tag, offered: isOffered }) => [tag, isOffered])),
    })
    applied = key
  }
  const check = async () => {
    const startedAt = performance.now()
    const { changes: found, languages: offered, now } = await readChanges(database, since)
    for (const { company_id: company, changes: count } of found) {
      if (changes.get(company) === count) continue
      changes.set(company, count)
      own.delete(company)
    }
    await applyPlatform(offered)
    since = now
    // What was announced meanwhile is looked at again.
    if (checkedAt < startedAt) checkedAt = startedAt
  }
  const begin = (work: Promise<void>) => {
    const started = {
      done: work
        .catch(() => undefined)
        .finally(() => {
          if (checking === started) checking = undefined
        }),
      since: performance.now(),
    }
    checking = started
    return started
  }
  const forget = () => {
    checkedAt = Number.NEGATIVE_INFINITY
    // One that is under way may have read what was before. One that waits for it reads all: anyone may ask, at any rate.
    if (!checking || isAgainDue) return
    isAgainDue = true
    begin(
      checking.done.then(() => {
        isAgainDue = false
        return check()
      }),
    )
  }
  announcements.subscribe((message) => {
    if (message === announced) forget()
  })
  const load = (companyId: string): Promise<OwnTexts> => {
    const known = own.get(companyId)
    if (known) return known
    const loading = readTexts(database, companyId).then(byLanguage)
    own.set(companyId, loading)
    loading.catch(() => own.delete(companyId))
    return loading
  }

  const refresh = async () => {
    const now = performance.now()
    if (now - checkedAt < freshMs && !checking) return
    const { done, since: startedAt } = checking ?? begin(check())
    const left = startedAt + patienceMs - now
    if (left <= 0) return
    const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
    const timer = setTimeout(giveUp, left)
    await Promise.race([done, late])
    clearTimeout(timer)
  }

  return {
    /** Sees what has been written until a second ago, or until now if it was announced. Never fails: texts stay as they were. */
    refresh,
    /** Sees what has been written until now. */
    async refreshNow(): Promise<void> {
      forget()
      await refresh()
    },
    /** How a company calls what it has named; undefined if it has said nothing, as the platform does for all. */
    async ofCompany(companyId: string): Promise<OwnTexts | undefined> {
      if (companyId === platformCompany || !changes.has(companyId)) return undefined
      return load(companyId).catch(() => undefined)
    },
    /** Tells all nodes that texts have changed. Called after the commit. */
    changed(): void {
      forget()
      announcements.publish(announced)
    },
  }
}
