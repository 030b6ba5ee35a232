import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Envelope } from '@atrium/contract/kernel/envelope.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { type App, buildApp } from '../src/app.ts'
import { type ProcessPart, processParts } from '../src/config/process-parts.ts'
import { type Announcements, noAnnouncements } from '../src/kernel/announcements.ts'
import type { FileStore } from '../src/kernel/files/file-store.ts'
import { openFileStore } from '../src/kernel/files/open-file-store.ts'
import { createLogger, type Logger } from '../src/kernel/logger.ts'
import { createSecrets, type Secrets } from '../src/kernel/secrets.ts'
import { type Languages, openLanguages } from '../src/kernel/texts/languages.ts'
import { administrator } from './administrator.ts'
import { afterFile } from './after-file.ts'
import { createCookieJar } from './cookie-jar.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

type Headers = Record<string, string>
type RequestParts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type ResponseData<E> = E extends { wire: 'list' } ? (ReplyOf<E> extends { data: infer D } ? D : never) : ReplyOf<E>
export type TestResponse<E> = { status: number; headers: Headers; raw: Buffer } & Envelope<ResponseData<E>>

export type SentMessage = { channel: string; to: string; text: string; values: Record<string, string> }

export type TestApp = TestDatabase & {
  server: App['server']
  metrics: App['metrics']
  /** Folder of the messages that a provider would receive. */
  outboxFolder: string
  /** Folder of stored files, shared by the nodes of a database. */
  fileFolder: string
  /** Messages a provider would have received, oldest first. */
  outbox(): Promise<SentMessage[]>
  /** Sends a request over HTTP. Without a JSON body the code of the response is 0. */
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    token?: string,
    headers?: Headers,
  ): Promise<TestResponse<E>>
  /** Signs in and returns the access token; `tokens` returns all tokens. */
  signIn(who?: { account: string; password: string }): Promise<string>
  tokens(who?: { account: string; password: string }): Promise<ReplyOf<typeof signInContract.accessToken>>
}

const toPath = (endpoint: Endpoint, { params = {}, query = {} }: RequestParts) => {
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search ? `${path}?${search}` : path
}
const isJson = (headers: Headers) => String(headers['content-type']).startsWith('application/json')

type CookieJar = ReturnType<typeof createCookieJar>
/** Keeps cookies as a browser does. */
const keepCookies = (server: App['server'], jar: CookieJar) => {
  const inject = server.inject.bind(server) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  const injectWithCookies = async (options: InjectOptions) => {
    const { token, cookie: own } = (options.headers ?? {}) as Record<string, string | undefined>
    const cookie = jar.cookieFor({ token, body: options.payload, cookie: own })
    const response = await inject({ ...options, headers: { ...options.headers, ...(cookie && { cookie }) } })
    const isRead = options.payloadAsStream !== true
    const setCookie = [response.headers['set-cookie'] ?? []].flat()
    jar.store(cookie, { setCookie, body: isRead && isJson(response.headers as Headers) ? response.json() : undefined })
    return response
  }
  server.inject = injectWithCookies as typeof server.inject
}

export const testSecretKey = 'a secret key for tests only, 32 characters'
/** Refuses at once, so that tests query no name server but their own. */
const unreachableDns = ['127.0.0.1:9']

type TestAppOptions = {
  dnsServers?: string[]
  /** Creates a second node over this database. */
  sharedDatabase?: TestDatabase & { fileFolder?: string }
  announcements?: Announcements
  servingNodes?: () => number
  /** What the node does; all by default. */
  process?: readonly ProcessPart[]
  /** Socket of a virus scanner. */
  clamavSocket?: string
  /** Public key of the publisher of areas. */
  areasPublicKey?: string
  /** Networks to which open APIs may forward. */
  openTargetNetworks?: readonly string[]
  /** Where programs outside reach the product. */
  siteOrigin?: string
  /** The cookies of one browser that comes to several nodes. */
  jar?: CookieJar
  /** By which it seals and signs. */
  secrets?: Secrets
  /** What the node sees of its store of files. */
  watchFiles?: (store: FileStore) => FileStore
  log?: Logger
  /** Whether it logs each answer. */
  accessLog?: boolean
  /** What it speaks beside Chinese; by default what the product brings. */
  languages?: Languages
  /** How often a quiet node looks whether it was woken. */
  wakePollMs?: number
  /** How often it looks for work for its jobs; by default as in production. */
  jobPollMs?: number
}
/** A server over its own clone of the installed template. Closed after the file's tests. */
export const createTestApp = async ({
  dnsServers = unreachableDns,
  sharedDatabase,
  announcements = noAnnouncements,
  servingNodes = () => 1,
  process = processParts,
  clamavSocket = '',
  areasPublicKey = '',
  openTargetNetworks = [],
  siteOrigin = 'http://localhost:3000',
  watchFiles = (store) => store,
  log = createLogger('silent'),
  accessLog = false,
  jar = createCookieJar(),
  secrets = createSecrets(testSecretKey),
  languages = openLanguages(join(import.meta.dirname, '../../texts')),
  wakePollMs = 5000,
  jobPollMs,
}: TestAppOptions = {}): Promise<TestApp> => {
  const { database, ownerUrl, sql, superuserSql } = sharedDatabase ?? (await createTestDatabase())
  const [platform] = await sql('select id from companies where platform')
  const outboxFolder = await mkdtemp(join(inject('folder'), 'outbox-'))
  const fileFolder = sharedDatabase?.fileFolder ?? (await mkdtemp(join(inject('folder'), 'files-')))
  const { server, metrics, start } = await buildApp({
    database,
    log,
    process: new Set(process),
    nodeName: 'test',
    accessLog,
    dataDir: inject('folder'),
    migrations: [],
    announcements,
    servingNodes,
    siteOrigin,
    outboxFolder,
    checkpointFolder: outboxFolder,
    fileStore: watchFiles(openFileStore(fileFolder)),
    clamavSocket,
    areasPublicKey,
    openTargetNetworks,
    dnsServers,
    secrets,
    trustedProxies: [],
    platformCompany: String(platform?.id),
    version: 'test',
    languages,
    webFolder: undefined,
    wakePollMs,
    ...(jobPollMs !== undefined && { jobPollMs }),
  })
  const stopWorking = await start()
  afterFile(async () => {
    await stopWorking()
    await server.close()
  })
  keepCookies(server, jar)

  const call: TestApp['call'] = async (endpoint, request, token, headers = {}) => {
    const sent = request as RequestParts
    const response = await server.inject({
      method: endpoint.method,
      url: toPath(endpoint, sent),
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
    metrics,
    database,
    ownerUrl,
    outboxFolder,
    fileFolder,
    async outbox() {
      const files = (await readdir(outboxFolder)).filter((name) => name.endsWith('.json')).sort()
      return Promise.all(files.map(async (name) => JSON.parse(await readFile(join(outboxFolder, name), 'utf8'))))
    },
    sql,
    superuserSql,
    call,
    tokens,
    signIn: async (who) => (await tokens(who)).token,
  }
}
