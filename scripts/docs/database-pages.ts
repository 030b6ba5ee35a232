import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/kernel/db/embedded-postgres.ts'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { schemaPage } from './schema-page.ts'

/** Tables that no request uses: their columns need no types. */
const excludedTables = '{schema_migrations*,schema_changes,serving_login,installation_key,audit_heads}'
/** As the pool parses them (server/src/kernel/db/database.ts). */
const typeMapping = JSON.stringify({ timestamptz: 'string', date: 'string', int8: 'number', bytea: 'Buffer' })

const tableTypes = async (root: string, url: string, folder: string) => {
  const out = path.join(folder, 'tables.gen.ts')
  const bin = path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = [
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    excludedTables,
    '--type-mapping',
    typeMapping,
    '--out-file',
    out,
  ]
  execFileSync(process.execPath, [bin, '--url', url, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  return readFile(out, 'utf8')
}

/** The schema of a freshly migrated database as SQL, and the types of its tables. */
export const databasePages = async (root: string): Promise<Record<string, string>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-docs-'))
  const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), durable: false })
  try {
    await migrate(server.url, path.join(root, 'server/migrations'))
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const schema = await schemaPage(client).finally(() => client.end())
    return {
      'docs/generated/schema.sql': schema,
      'server/src/kernel/db/tables.gen.ts': await tableTypes(root, server.url, folder),
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
