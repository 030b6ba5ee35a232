import type pg from 'pg'

/** What a migration tells while it runs. */
export type MigrationEvent =
  | { step: 'waiting for another process' }
  | { step: 'applied'; name: string; ms: number }
  | { step: 'busy'; name: string; attempt: number; attempts: number; oldestTransaction: string }
  | { step: 'building index'; name: string; phase: string; percent: number }
  | { step: 'filling'; name: string; pass: number; percent: number; rows: number }
  | { step: 'held back'; name: string; nodes: string[] }
export type ReportMigration = (event: MigrationEvent) => void

/** What applying a migration needs: the connection that holds the lock of migrations, and the owner's address. */
export type Migrating = { client: pg.ClientBase; ownerUrl: string; report: ReportMigration }
