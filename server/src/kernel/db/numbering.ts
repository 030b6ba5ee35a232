import { CompiledQuery } from 'kysely'
import { platformZone, wallClock } from '../wall-clock.ts'
import type { Database, Db } from './database.ts'

/** A series of numbers, of which each company has its own. */
export type NumberSeries = {
  /** Unique in the module: `asset`. Numbers of a series that is renamed begin again. */
  readonly name: string
  /** What numbers begin with: `ZC-`. */
  readonly prefix: string
  /** When they begin again with 1. The year or month is part of the number; `none`: never. */
  readonly period: 'year' | 'month' | 'none'
  /** With how many digits at least; a number that has more is written whole. */
  readonly digits: number
  /**
   * Whether a number whose row is not kept is given again. Such a number is taken in the caller's transaction, so that
   * those who take one of the same series wait until it ends: take it last. Without, it has a short transaction of its
   * own: no one waits, and a number whose row is not kept is missing.
   */
  readonly gapless: boolean
  /** IANA zone by whose clock a period begins; that of the platform if there is none. */
  readonly timeZone?: string
}

/** Where a number is taken: a request's scope with its actor's company, or a batch of a job with that of its run. */
type Taker = { db: Db; companyId: string }

export type Numbering = {
  /**
   * Takes the next number of a company's series, which is never given to two rows that are kept: `ZC-2026-000123`,
   * by month `ZC-202611-000123`, without a period `ZC-000123`.
   *
   * @param at - the moment that decides the period: now, unless the row has a day of its own
   */
  take(taker: Taker, series: NumberSeries, at?: Date): Promise<string>
}

const lengths = { year: 4, month: 7, none: 0 }
const periodOf = ({ period, timeZone = platformZone }: NumberSeries, at: Date) =>
  wallClock(timeZone, at).slice(0, lengths[period])

const format = ({ prefix, digits }: NumberSeries, period: string, number: number) =>
  `${prefix}${period === '' ? '' : `${period.replace('-', '')}-`}${String(number).padStart(digits, '0')}`

/** One statement, so that two that come at once cannot read the same number. */
const takeNext = `insert into number_series (company_id, series, period, last) values ($1, $2, $3, 1)
  on conflict on constraint number_series__pk do update set last = number_series.last + 1
  returning last`

/** Numbers of rows. */
export const createNumbering = (database: Pick<Database, 'quickStatement'>): Numbering => ({
  async take({ db, companyId }, series, at = new Date()) {
    const period = periodOf(series, at)
    const values = [companyId, series.name, period]
    const { rows } = series.gapless
      ? await db.executeQuery<{ last: number }>(CompiledQuery.raw(takeNext, values))
      : await database.quickStatement({ name: 'take_number', text: takeNext, values })
    return format(series, period, Number(rows[0]?.last))
  },
})

/** The numbers of a module: its series are its own, also where another module has one of that name. */
export const numberingOf = (module: string, { take }: Numbering): Numbering => ({
  take: (taker, series, at) => take(taker, { ...series, name: `${module}.${series.name}` }, at),
})
