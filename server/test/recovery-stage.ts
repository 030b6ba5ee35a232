import { randomUUID } from 'node:crypto'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import {
  type Comparison,
  type Difference,
  type RestoredPart,
  recoveryContract,
  type TrialClone,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { expect, vi } from 'vitest'
import { callAndConfirm } from './call-and-confirm.ts'
import { buildRole, buildTenant, buildUser } from './factories.ts'
import { finishedRun, readResult } from './finished-run.ts'
import type { TestApp } from './harness.ts'
import { sendFileTo } from './send-file.ts'

const rights = ['sysPosts', 'sysOrgs'].flatMap((module) =>
  ['list', 'add', 'edit', 'delete'].map((operation) => `${module}:${operation}`),
)
const code = () => `c${randomUUID().slice(0, 8)}`
/** A tenant with posts, organisations, a parameter, a role and people. */
export const buildLivedInTenant = async (app: TestApp, name: string) => {
  const id = await buildTenant(app, `${name}${randomUUID()}`)
  const administrator = await buildUser(app, { companyId: id, permissions: [...rights, 'sysTenant:archive'] })
  const token = await app.signIn(administrator)
  const addPost = async (post: string) =>
    (await app.call(postsContract.create, { body: { name: post, code: code(), level: 0 } }, token)).data?.id ?? ''
  const addOrg = async (org: string, parent: string | null) => {
    const body = { name: org, code: code(), kind: 'dept', phone: '', email: '', status: 1 as const, parent }
    return (await app.call(organizationsContract.create, { body }, token)).data?.id ?? ''
  }
  const parameterId = randomUUID()
  await app.sql(
    `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by)
     values ($1, $2, $3, '标题', 'string', '"月报"', '{}', '{}')`,
    [id, parameterId, `own.${code()}`],
  )
  const [cashier, clerk] = [await addPost('出纳'), await addPost('文员')]
  const head = await addOrg('总部', null)
  const finance = await addOrg('财务部', head)
  const role = await buildRole(app, { companyId: id, name: '店长', permissions: ['sysPosts:list', 'sysPosts:add'] })
  const person = await buildUser(app, { companyId: id, phone: `139${String(Math.random()).slice(2, 10)}` })
  await app.sql('insert into user_orgs (company_id, user_id, org_id, is_primary) values ($1, $2, $3, true)', [
    id,
    person.id,
    finance,
  ])
  await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [id, person.id, role.id])
  return { id, token, cashier, clerk, head, finance, role, person, parameterId, addPost, addOrg }
}
export type LivedIn = Awaited<ReturnType<typeof buildLivedInTenant>>

const patience = { timeout: 60_000, interval: 50 }
const { archives, clone, compareExport, compareFile, comparison, differences, restore } = recoveryContract

/** An operator who exports, compares and restores. */
export const createRecoveryStage = (app: TestApp, token: string) => {
  const read = async (id: string, comparisonId: string): Promise<Comparison> => {
    const { data } = await app.call(comparison, { params: { id, comparisonId } }, token)
    if (!data) throw new Error('no such comparison')
    return data
  }
  const stage = {
    /** Exports a tenant; returns the run. */
    async export(id: string): Promise<string> {
      const { data } = await app.call(archiveContract.exportData, { params: { id } }, token)
      await finishedRun(app, token, data?.id ?? '')
      return data?.id ?? ''
    },
    /** The bytes of an export. */
    download: async (runId: string): Promise<Buffer> => (await readResult(app, token, runId)).bytes,
    upload: (id: string, bytes: Uint8Array, by = token) =>
      sendFileTo(app, compareFile.path.replace(':id', id), by, { bytes, name: '公司数据.zip' }),
    listed: async (id: string) => (await app.call(archives, { params: { id } }, token)).data,
    read,
    /** Waits for the end of a comparison. */
    ended: (id: string, comparisonId: string) =>
      vi.waitFor(async () => {
        const found = await read(id, comparisonId)
        expect(found.state).not.toBe('running')
        return found
      }, patience),
    async compare(id: string, runId: string): Promise<Comparison> {
      const started = await app.call(compareExport, { params: { id }, body: { runId } }, token)
      expect(started.code).toBe(0)
      const ended = await stage.ended(id, started.data?.id ?? '')
      expect([ended.state, ended.problem]).toEqual(['done', ''])
      return ended
    },
    /** Kinds that differ, with their counts. */
    differing: ({ kinds }: Comparison) =>
      Object.fromEntries(
        kinds
          .filter(({ created, changed, deleted }) => created + changed + deleted > 0)
          .map(({ kind, created, changed, deleted }) => [kind, [created, changed, deleted]]),
      ),
    async rows(id: string, comparisonId: string, filter: object = {}): Promise<Difference[]> {
      const query = { size: 100, ...filter }
      return (await app.call(differences, { params: { id, comparisonId }, query }, token)).data ?? []
    },
    /** Makes a trial company of a comparison's archive and waits for the end of the run. */
    async cloned(id: string, comparisonId: string, body: TrialClone) {
      const { data, code: number } = await app.call(clone, { params: { id, comparisonId }, body }, token)
      expect(number).toBe(0)
      return finishedRun(app, token, data?.id ?? '', 60_000)
    },
    restore: (id: string, comparisonId: string, parts: RestoredPart[]) =>
      callAndConfirm(app, restore, { params: { id, comparisonId }, body: { parts } }, token),
    /** Puts rows back and waits for the end of the run. */
    async restored(id: string, comparisonId: string, parts: RestoredPart[]) {
      const { done, impact } = await stage.restore(id, comparisonId, parts)
      expect([done.code, done.msg]).toEqual([0, expect.anything()])
      const runId = done.data?.id ?? ''
      return { impact, run: await finishedRun(app, token, runId, 60_000), runId }
    },
    /** Takes a run back and waits for the end of that. */
    async takenBack(runId: string) {
      const { data, code } = await app.call(ownJobsContract.undoOwn, { params: { id: runId } }, token)
      expect(code).toBe(0)
      return finishedRun(app, token, data?.id ?? '', 60_000)
    },
  }
  return stage
}
export type RecoveryStage = ReturnType<typeof createRecoveryStage>
