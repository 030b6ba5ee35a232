import { buildCompany } from './factories.ts'
import { createTestApp, type TestApp } from './harness.ts'

/** The ids of what the product declares: of APIs by their keys, of elements by their codes. */
export const registeredIn = (app: TestApp) => ({
  apiId: async (key: string) => String((await app.sql('select id from apis where key = $1', [key]))[0]?.id),
  elementId: async (code: string) => String((await app.sql('select id from elements where code = $1', [code]))[0]?.id),
})

/** An application whose administrator is signed in, and a company for those who call its APIs. */
export const createRegistryStage = async () => {
  const app = await createTestApp()
  return { app, admin: await app.signIn(), companyId: await buildCompany(app), ...registeredIn(app) }
}
