import type { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import * as client from 'openid-client'
import { buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'
import { createBrowser, createOidcStage } from './oidc-stage.ts'
import { createOpenStage } from './open-stage.ts'

type Settings = Partial<RequestOf<typeof openAppsContract.updateOidc>['body']>
type Kind = 'server' | 'web' | 'native'
type Place = { company?: { companyId: string; token: string }; kind?: Kind; issuer?: string }

const findXsrf = (page: string) => /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
type Person = { browser: ReturnType<typeof createBrowser>; token: string }

/**
 * Types a code that a device shows.
 * @returns the page, and the form for an answer to it
 */
export const typeUserCode = async ({ browser }: Person, userCode: string) => {
  const asked = await browser.request('/oidc/device')
  const form = { xsrf: findXsrf(asked.body), user_code: userCode }
  return { form, ...(await browser.request('/oidc/device', { method: 'POST', form })) }
}
/** Types the code and answers whether the device is the person's own. */
export const answerDevice = async (person: Person, userCode: string, choice: Record<string, string>) => {
  const { form } = await typeUserCode(person, userCode)
  return person.browser.request('/oidc/device', { method: 'POST', form: { ...form, ...choice } })
}
/** Types the code, says that the device is one's own, and allows or refuses what it asks for. */
export const signInDevice = async (person: Person, userCode: string, allow = true) => {
  const { uid } = await person.browser.follow((await answerDevice(person, userCode, { confirm: 'yes' })).location)
  const { data } = await person.browser.ask(uid, person.token, allow)
  return person.browser.request(data.url)
}

/** Builds applications that sign people in, and people with browsers of their own. */
export const createOidcApplications = async (app: TestApp) => {
  const [open, stage] = [await createOpenStage(app), createOidcStage(app)]
  return {
    open,
    stage,
    async application(settings: Settings = {}, { company, kind = 'server', issuer }: Place = {}) {
      const owner = company ?? (await open.company(['openApps:oidc', 'sysUsers:get']))
      const { id, appKey } = await open.app(owner.token, { kind })
      const secret = kind === 'server' ? (await open.secret(owner.token, id)).secret : ''
      const saved = await stage.settings(owner.token, id, settings)
      if (saved.code !== 0) throw new Error(saved.msg)
      const auth = kind === 'server' ? client.ClientSecretPost(secret) : client.None()
      return { ...owner, id, appKey, secret, config: await stage.connect(appKey, auth, issuer) }
    },
    /** A person of the company, signed in to the console. */
    async person({ companyId }: { companyId: string }, origin?: string) {
      const user = await buildUser(app, { companyId })
      const browser = createBrowser(app, origin)
      return { user, browser, token: await browser.signIn(user) }
    },
  }
}
export type OidcApplications = Awaited<ReturnType<typeof createOidcApplications>>
export type OidcApplication = Awaited<ReturnType<OidcApplications['application']>>

/** The error code of a refused request; `none` if it was answered. */
export const catchOauthError = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { error?: string; code?: string }) => error.error ?? error.code ?? String(error),
  )
