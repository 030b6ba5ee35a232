import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { createCheckpoints } from '../src/features/audit/operation-logs/checkpoints.service.ts'
import { createLogArchive } from '../src/features/audit/operation-logs/log-archive.ts'
import { createSettings } from '../src/features/system/base-parameters/index.ts'
import type { FileStore } from '../src/kernel/files/file-store.ts'
import { openFileStore } from '../src/kernel/files/open-file-store.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { buildCompany, buildUser } from './factories.ts'
import { type TestApp, testSecretKey } from './harness.ts'

/** Dates a company's rows back and seals them again, behind what is archived, as if they had been written then. */
const ageRows = `create or replace function age_rows(of_company uuid, by interval) returns void language plpgsql as $$
  declare
    entry audit_log;
    former bytea := coalesce((select hash from audit_segments where company_id = of_company
      order by first_seq desc limit 1), '');
  begin
    for entry in select * from audit_log where company_id = of_company order by seq loop
      entry.time := entry.time - by;
      entry.prev := former;
      former := audit_hash(entry);
      update audit_log set time = entry.time, prev = entry.prev, hash = former
        where company_id = of_company and seq = entry.seq;
    end loop;
    update audit_heads set hash = former where company_id = of_company;
  end $$`

/** Companies with logs to archive, and what archives them as the job does. */
export const createArchiveStage = async (app: TestApp) => {
  const secrets = createSecrets(testSecretKey)
  const store = openFileStore(app.fileFolder)
  await app.sql(ageRows)
  const checkpoints = createCheckpoints({ database: app.database, secrets, checkpointFolder: app.outboxFolder })

  /** Adds to the log of a company, one row each. */
  const add = async (token: string, ...codes: string[]) => {
    for (const code of codes)
      await app.call(
        baseParametersContract.create,
        { body: { code, name: '名', kind: 'string' as const, value: '' } },
        token,
      )
  }
  const createArchive = (fileStore: FileStore, beforeTransaction = async () => {}) =>
    createLogArchive({
      database: {
        ...app.database,
        async transact(of, work) {
          await beforeTransaction()
          return app.database.transact(of, work)
        },
      },
      secrets,
      fileStore,
      settings: createSettings(app.database, secrets),
    })
  /** Archives what is due, and returns the errors. */
  const archiveDue = async (fileStore: FileStore = store, beforeTransaction?: () => Promise<void>) => {
    const errors: unknown[] = []
    await createArchive(fileStore, beforeTransaction)
      .archiveDue((error) => errors.push(error))
      .catch((error: unknown) => errors.push(error))
    return errors.map((error) => (error instanceof Error ? error.message : String(error)))
  }
  /** What is there is four months old, and sealed. */
  const age = async (company: string) => {
    await app.sql(`select age_rows($1, '4 months')`, [company])
    await checkpoints.seal(company)
  }
  return {
    secrets,
    store,
    add,
    age,
    archiveDue,
    job: createArchive(store).job,
    keep: (months: string) =>
      app.sql(`update base_parameters set value = to_jsonb($1::text) where code = 'audit.keepMonths'`, [months]),
    /** The numbers of the rows in the log of a company. */
    listRows: async (company: string) =>
      (await app.sql('select seq::int from audit_log where company_id = $1 order by seq', [company])).map(
        ({ seq }) => seq,
      ),
    listFiles: async (company: string) => {
      const files: string[] = []
      for await (const { companyId, sha256 } of store.archive.list()) if (companyId === company) files.push(sha256)
      return files
    },
    /** A company with eight old rows, who wrote them, and who may read them. */
    async build() {
      const company = await buildCompany(app, `公司${Math.random()}`)
      const token = await app.signIn(await buildUser(app, { companyId: company, permissions: ['sysBases:add'] }))
      const permissions = ['sysLogs:oper', 'sysLogs:export', 'sysLogs:verify']
      const reader = await app.signIn(await buildUser(app, { companyId: company, permissions }))
      await add(token, 'n1', 'n2', 'n3', 'n4')
      await age(company)
      return { company, token, reader }
    },
  }
}
export type ArchiveStage = Awaited<ReturnType<typeof createArchiveStage>>
