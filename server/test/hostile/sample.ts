import { randomInt, randomUUID } from 'node:crypto'
import { endpoints } from '@atrium/contract/index.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { buildCompany, buildUser, readPlatformCompany } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { isThorough } from '../thorough.ts'
import type { Json, Parameter } from './parameters.ts'
import { fillTenants, fillUsers } from './pools.ts'

export type Sample = { params?: Json; query?: Json; body?: Json; token?: string; remoteAddress?: string }
/** Builds a valid request to carry one hostile value. `n` counts the samples of the parameter. */
export type MakeSample = (n: number, parameter: Parameter | undefined) => Sample
export type SampleStage = Awaited<ReturnType<typeof createSampleStage>>
/**
 * Creates rows of a feature. Each `<feature>.samples.ts` exports one as `samples`.
 * @returns what builds valid requests, by endpoint (`sysPosts.create`); a portal's endpoint may name the console's with
 *   the same samples.
 */
export type MakeSamples = (stage: SampleStage) => Promise<Readonly<Record<string, MakeSample | string>>>

export const everyPermission = [...new Set(endpoints.flatMap((endpoint) => toPermission(endpoint) ?? []))]
/** Requests per parameter that reach password hashing. */
export const maxHashedPerParameter = isThorough ? 6 : 1
export const password = 'Wrong#Pass1'
export const anyPhone = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`
export const code = () => ({ uuid: randomUUID(), code: '123456' })

/**
 * Creates the callers of samples, and rows that several features consume. Separate companies, so that written rows do
 * not lengthen the lists that are read.
 */
export const createSampleStage = async (app: TestApp, poolSize: number) => {
  const signIn = async (companyId: string) =>
    app.signIn(await buildUser(app, { companyId, permissions: everyPermission }))
  const [readers, writers] = [await buildCompany(app, '读'), await buildCompany(app, '写')]
  const roleCompany = await buildCompany(app, '角')
  const nextTenant = await fillTenants(app, 'free', poolSize)
  const sharedTenant = nextTenant()
  return {
    app,
    poolSize,
    readers,
    writers,
    roleCompany,
    sharedTenant,
    nextTenant,
    reader: await signIn(readers),
    writer: await signIn(writers),
    auditor: await signIn(await buildCompany(app, '审')),
    operator: await signIn(await readPlatformCompany(app)),
    roleAdmin: await signIn(roleCompany),
    tenantAdmin: await signIn(sharedTenant),
    nextUser: await fillUsers(app, writers, 'free', poolSize),
    nextMember: await fillUsers(app, roleCompany, 'free', Math.ceil(poolSize / 4)),
  }
}
