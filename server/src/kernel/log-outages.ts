import type { AnnouncementEvents } from './announcements.ts'
import { createCache } from './cache.ts'
import type { DatabaseEvents } from './db/watch-answers.ts'
import type { Logger } from './logger.ts'

/** Statements that are reported once a minute each, however often they take long. */
const maxStatements = 500
const minute = 60_000
const longestText = 500

/** Logs what becomes of the database: one line for each change of its state, and one a minute for each slow statement. */
export const logDatabaseEvents = (log: Logger): DatabaseEvents => {
  const reported = createCache<string, true>(maxStatements, { ttl: minute })
  return {
    onLost: ({ err, failures }) => log.warn({ failures, reason: err.message }, 'database connections lost'),
    onAway: (err) => log.error({ reason: err.message }, 'database away'),
    onBack: ({ seconds, failures }) => log.warn({ seconds, failures }, `database back after ${seconds} s`),
    onSlow({ statement, ms }) {
      if (reported.has(statement)) return
      reported.set(statement, true)
      log.warn({ ms, statement: statement.replaceAll(/\s+/g, ' ').slice(0, longestText) }, 'slow statement')
    },
  }
}

/** Logs whether Redis can be reached, a line for each change. */
export const logAnnouncementEvents = (log: Logger): AnnouncementEvents => ({
  onAway: (err) => log.warn({ reason: err.message }, 'Redis away'),
  onBack: ({ seconds }) => log.warn({ seconds }, `Redis back after ${seconds} s`),
})
