import { randomBytes } from 'node:crypto'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Envelope } from '@atrium/contract/kernel/envelope.ts'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type App, buildApp } from '../src/app.ts'
import { type Database, openDatabase } from '../src/kernel/db/database.ts'
import { ensureServingLogin } from '../src/kernel/db/serving-login.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { administrator, templateName } from './administrator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
  }
}

type Headers = Record<string, string>
type Sent = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Data<E> = E extends { wire: 'list' } ? (ReplyOf<E> extends { data: infer D } ? D : never) : ReplyOf<E>
export type Answered<E> = { status: number; headers: Headers; raw: Buffer } & Envelope<Data<E>>

export type TestApp = {
  server: App['server']
  database: Database
  ownerUrl: string
  /** As the owner of the database: for arranging and for looking behind the product's back. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** One call through HTTP. Throws when the answer is no envelope. */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, token?: string, headers?: Headers): Promise<Answered<E>>
  /** Signs in and out comes the access token; the whole trio with `tokens`. */
  signIn(who?: { account: string; password: string }): Promise<string>
  tokens(who?: { account: string; password: string }): Promise<ReplyOf<typeof signInContract.accessToken>>
}

const pathOf = (endpoint: Endpoint, { params = {}, query = {} }: Sent) => {
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search ? `${path}?${search}` : path
}
const isJson = (headers: Headers) => String(headers['content-type']).startsWith('application/json')

/** A server over a database of its own, cloned from the installed template. Closed after the file's tests. */
export const createTestApp = async (): Promise<TestApp> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const serverUrl = inject('serverUrl')
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  await admin.end()

  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const ownerUrl = url.toString()
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => undefined)
  const database = openDatabase(await ensureServingLogin(ownerUrl), 8, () => undefined)
  const { rows } = await owner.query('select id from companies where platform')
  const { server } = await buildApp({
    database,
    log: createLogger('silent'),
    secretKey: 'a secret key for tests only, 32 characters',
    trustedProxies: [],
    platformCompany: rows[0].id,
    version: 'test',
    webFolder: undefined,
  })
  afterAll(async () => {
    await server.close()
    await database.close()
    await owner.end()
  })

  const call: TestApp['call'] = async (endpoint, request, token, headers = {}) => {
    const sent = request as Sent
    const response = await server.inject({
      method: endpoint.method,
      url: pathOf(endpoint, sent),
      headers: { ...(token !== undefined && { token }), ...headers },
      ...(sent.body !== undefined && { payload: sent.body as object }),
    })
    const got = response.headers as Headers
    const envelope = isJson(got) ? response.json() : { code: 0, msg: '', traceId: '' }
    return { ...envelope, status: response.statusCode, headers: got, raw: response.rawPayload }
  }
  const tokens: TestApp['tokens'] = async (who = administrator) => {
    const verified = await call(signInContract.verify, { body: { account: who.account, password: who.password } })
    if (!verified.data) throw new Error(`sign-in refused: ${verified.code} ${verified.msg}`)
    const finished = await call(signInContract.accessToken, { body: {} }, verified.data.tempToken)
    if (!finished.data) throw new Error(`sign-in not finished: ${finished.code} ${finished.msg}`)
    return finished.data
  }
  return {
    server,
    database,
    ownerUrl,
    sql: async (text, values) => (await owner.query(text, values)).rows,
    call,
    tokens,
    signIn: async (who) => (await tokens(who)).token,
  }
}
