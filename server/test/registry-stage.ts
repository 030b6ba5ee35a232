import { buildCompany } from './factories.ts'
import { createTestApp, type TestApp } from './harness.ts'

/** Looks up ids of declared rows: APIs by key, elements by code. */
export const createRegistryLookup = (app: TestApp) => ({
  apiId: async (key: string) => String((await app.sql('select id from apis where key = $1', [key]))[0]?.id),
  elementId: async (code: string) => String((await app.sql('select id from elements where code = $1', [code]))[0]?.id),
})

/** An app with a signed-in administrator, and a company for the callers of its APIs. */
export const createRegistryStage = async () => {
  const app = await createTestApp()
  return { app, admin: await app.signIn(), companyId: await buildCompany(app), ...createRegistryLookup(app) }
}
