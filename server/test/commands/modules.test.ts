import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { ModulesState } from '../../src/features/operations/installation/index.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { runCommand, startProduct } from '../crash/product.ts'
import { buildCompany } from '../factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../harness.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(join(inject('folder'), 'modules-'))
})
const modules = (...args: string[]) =>
  runCommand(folder, 'modules', args, { DATABASE_URL: app.ownerUrl, SECRET_KEY: testSecretKey })

describe('atrium modules', () => {
  it('says that there are none', async () => {
    expect((await modules()).output).toContain('没有安装模块')
  })
  it('names what a module has left that is gone', async () => {
    const companyId = await buildCompany(app)
    await app.sql(`
      create schema loans;
      grant usage on schema loans to atrium_company, atrium_platform;
      set local search_path = loans, public;
      create table loans (company_id uuid not null, id uuid not null, primary key (company_id, id));
      call keep_to_company('loans')`)
    await app.sql(`insert into loans.loans values ($1, gen_random_uuid()), ($1, gen_random_uuid())`, [companyId])
    await app.sql(
      `insert into base_parameters (company_id, id, code, name, kind, builtin, created_by, updated_by)
       select id, gen_random_uuid(), 'loans.days', '催还期限', 'number', true, '{}', '{}' from companies where platform`,
    )
    const { code, output } = await modules('--json')
    const { installed, left }: ModulesState = JSON.parse(output)
    expect([code, installed]).toEqual([0, []])
    expect(left).toEqual([
      {
        name: 'loans',
        tables: [{ name: 'loans.loans', rows: 2 }],
        roles: 0,
        parameters: ['loans.days'],
        messages: [],
      },
    ])
    expect((await modules()).output).toContain('表 loans.loans：2 行')
  })
  it('is about what keeps no node from serving', async () => {
    await app.sql(
      `insert into schema_changes (name, kind, sha256, oldest, done_at) values ('loans/0001_loans', 'expand', 'gone', 1, now())`,
    )
    const { process, ended } = await startProduct(folder, await freePort(), {
      DATABASE_URL: app.ownerUrl,
      SECRET_KEY: testSecretKey,
    })
    process.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await app.sql('select count(*)::int as rows from loans.loans')).toEqual([{ rows: 2 }])
  })
})
