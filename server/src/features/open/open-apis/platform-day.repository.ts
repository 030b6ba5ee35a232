import { sql } from 'kysely'
import { platformZone } from '../../../kernel/wall-clock.ts'

/** Midnight in the platform's zone: daily quotas and counts of today begin here. */
export const startOfDay = sql<string>`date_trunc('day', now(), ${sql.lit(platformZone)})`
