import { readBackupAges } from './backup-records.ts'
import type { Database } from './db/database.ts'
import { freeBytes } from './disk-space.ts'
import type { MetricSource } from './metrics.ts'
import { findPending, listMigrations, listRunningNodes } from './nodes.ts'

type Parts = {
  database: Database
  /** Names of this release's migrations. */
  migrations: readonly string[]
  dataDir: string
}

/** Nodes, migrations, backups, and the disk of this node. */
export const installationMetrics = ({ database, migrations, dataDir }: Parts): MetricSource[] => [
  {
    names: ['atrium_nodes', 'atrium_migrations_pending'],
    isShared: true,
    async read() {
      const [nodes, known] = await Promise.all([listRunningNodes(database), listMigrations(database)])
      const versions = Map.groupBy(nodes, ({ version }) => version)
      return {
        atrium_nodes: [...versions].map(([version, all]) => ({ labels: { version }, value: all.length })),
        atrium_migrations_pending: findPending(migrations, known).length,
      }
    },
  },
  {
    names: ['atrium_backup_age_seconds'],
    isShared: true,
    async read() {
      const ages = await readBackupAges(database)
      return { atrium_backup_age_seconds: ages.map(({ kind, seconds: value }) => ({ labels: { kind }, value })) }
    },
  },
  {
    names: ['atrium_disk_free_bytes'],
    isShared: true,
    async read() {
      const free = await freeBytes(dataDir)
      return free === null ? {} : { atrium_disk_free_bytes: free }
    },
  },
]
