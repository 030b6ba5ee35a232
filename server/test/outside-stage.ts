import { randomUUID } from 'node:crypto'
import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { outsideSignInContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { afterFile } from './after-file.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'
import { standInClient, startStandIn } from './identity-stand-in.ts'
import { createBrowser } from './oidc-stage.ts'

type New = Partial<RequestOf<typeof identityProvidersContract.create>['body']>
export const outsideCallback = 'http://localhost:3000/console/outside'
const providerRights = [
  ...['list', 'add', 'edit', 'delete'].map((each) => `sysIdentityProviders:${each}`),
  // Of those who let a provider give accounts.
  'sysUsers:add',
]
export type Browser = ReturnType<typeof createBrowser>

/** Companies with identity providers that lead to a stand-in on this machine. */
export const createOutsideStage = async (app: TestApp) => {
  const standIn = await startStandIn([outsideCallback])
  afterFile(standIn.stop)
  const providerOf = new Map<string, string>()
  const stage = {
    standIn,
    browser: () => createBrowser(app),
    async company(rights: readonly string[] = [], companyId?: string) {
      const id = companyId ?? (await buildCompany(app, `公司${randomUUID().slice(0, 8)}`))
      const admin = await buildUser(app, { companyId: id, permissions: [...providerRights, ...rights] })
      return { companyId: id, admin, token: await app.signIn(admin) }
    },
    async provider(token: string, rest: New = {}) {
      const body = {
        kind: 'oidc' as const,
        name: `登录${randomUUID().slice(0, 8)}`,
        issuer: standIn.issuer,
        clientId: standInClient.client_id,
        secret: standInClient.client_secret,
        scopes: ['profile', 'email'],
        ...rest,
      }
      const { data, msg, errors } = await app.call(identityProvidersContract.create, { body }, token)
      if (!data) throw new Error(`${msg} ${JSON.stringify(errors)}`)
      return data.id
    },
    async start(browser: Browser, id: string, returnTo = '') {
      const path = outsideSignInContract.start.path.replace(':id', id)
      const reply = (await browser.request(path, { method: 'POST', body: { returnTo } })).json()
      if (!reply.data) throw new Error(`${reply.code} ${reply.msg}`)
      providerOf.set(new URL(reply.data.url).searchParams.get('state') ?? '', id)
      return String(reply.data.url)
    },
    /** At the address of the provider at which the state was begun, unless another one is named. */
    async finish(browser: Browser, params: Record<string, string>, at?: string) {
      const provider = at ?? providerOf.get(params.state ?? '') ?? randomUUID()
      const body = { provider, params }
      return (await browser.request(outsideSignInContract.finish.path, { method: 'POST', body })).json()
    },
    /** The whole way, up to the first step here. */
    async signIn(browser: Browser, id: string, person: string) {
      const params = await standIn.visit(await stage.start(browser, id), person)
      return stage.finish(browser, params)
    },
    /** The remaining steps; the reply of the last one. */
    async advance(browser: Browser, tempToken: string, body: object = {}) {
      return (await browser.request(signInContract.accessToken.path, { method: 'POST', token: tempToken, body })).json()
    },
    /** Signs in and returns the access token. */
    async session(browser: Browser, id: string, person: string): Promise<string> {
      const { data, msg } = await stage.signIn(browser, id, person)
      if (!data?.step) throw new Error(`not signed in: ${msg}`)
      const done = await stage.advance(browser, data.step.tempToken)
      if (!done.data?.token) throw new Error(`not signed in: ${done.code} ${done.msg}`)
      return done.data.token
    },
    /** Links a person of the provider to a user by the user's password. */
    async link(
      browser: Browser,
      id: string,
      person: string,
      { account, password }: { account: string; password: string },
    ) {
      const { data } = await stage.signIn(browser, id, person)
      const body = { ticket: data.ticket, account, password }
      const proved = (await browser.request(outsideSignInContract.prove.path, { method: 'POST', body })).json()
      if (!proved.data) return proved
      return stage.advance(browser, proved.data.tempToken)
    },
  }
  return stage
}
export type OutsideStage = Awaited<ReturnType<typeof createOutsideStage>>
