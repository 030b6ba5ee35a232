import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../server/test/test-database.ts'
import { deployFolder } from './deploy-files.ts'

const text = readFileSync(path.join(deployFolder, '../docs/operating/runbooks.md'), 'utf8')
const statements = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, statement = '']) => statement)

it('the statements of the runbooks run, as the owner of the database', async () => {
  const { sql } = await createTestDatabase()
  expect(statements.length).toBeGreaterThan(5)
  for (const statement of statements) expect(Array.isArray(await sql(statement)), statement).toBe(true)
})
