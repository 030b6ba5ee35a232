import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCookieJar } from '../cookie-jar.ts'

const source = join(import.meta.dirname, '../../src')
/** Administrator of every installation of these tests. */
export const admin = { account: 'admin', password: 'Crash#2026x' }
const startTimeoutMs = 60_000

export type Product = {
  url: string
  /** Seconds from the start of the process until it is ready. */
  secondsToReady: number
  process: ChildProcess
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

type Environment = Readonly<Record<string, string>>
/** Only what the product needs, nothing of the test run's environment. */
const environment = (folder: string, port: number, extra: Environment) => ({
  PATH: process.env.PATH,
  DATA_DIR: folder,
  PORT: String(port),
  METRICS_PORT: '0',
  ADMIN_ACCOUNT: admin.account,
  ADMIN_PASSWORD: admin.password,
  CAPTCHA: 'off',
  LOG_LEVEL: 'error',
  ...extra,
})

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Starts the product on the folder, without waiting. Takes the folder of another version's sources, if it is that.
 * @returns its process, its exit code when it has ended, and its output
 */
export const spawnProduct = (folder: string, port: number, more: Environment = {}, sources = source) => {
  const env = environment(folder, port, more)
  const child = spawn(process.execPath, [join(sources, 'main.ts')], { env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return {
    process: child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  }
}

/**
 * Starts the product on the folder and waits until it is ready.
 * @throws its output if it ends instead
 */
export const startProduct = async (
  folder: string,
  port: number,
  more: Environment = {},
  sources = source,
): Promise<Product> => {
  const started = performance.now()
  const { process: child, output, ended } = spawnProduct(folder, port, more, sources)
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - started > startTimeoutMs)
      throw new Error(`not ready: ${output()}`)
    await sleep(20)
  }
  return { url, secondsToReady: (performance.now() - started) / 1000, process: child, ended }
}

/** Process id of the embedded PostgreSQL. */
export const readPostmaster = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

/** Kills the product without a shutdown, like a power cut, and its database if asked. */
export const killProduct = async (product: Product, folder: string, databaseToo: boolean) => {
  const postmaster = readPostmaster(folder)
  product.process.kill('SIGKILL')
  if (databaseToo) process.kill(postmaster, 'SIGKILL')
  await product.ended
}

/** Starts an operator command beside the product, without waiting. */
export const spawnCommand = (folder: string, word: string, args: string[] = [], more: Environment = {}) => {
  const env = environment(folder, 0, more)
  const child = spawn(process.execPath, [join(source, 'atrium.ts'), word, ...args], { env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return { process: child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) }
}

/**
 * Runs an operator command beside the product.
 * @returns its exit code and output
 */
export const runCommand = (folder: string, word: string, args: string[] = [], more: Environment = {}) =>
  spawnCommand(folder, word, args, more).ended

/**
 * Runs the audit verification on a stopped product.
 * @returns its exit code and output
 */
export const verifyAudit = (folder: string) => runCommand(folder, 'audit-verify')

type Answer = { code: number; data: unknown; total?: number }
const jar = createCookieJar()
/** Calls the product: with a form or JSON as body, it posts. */
export const send = async (url: string, path: string, token: string, body?: object): Promise<Answer> => {
  const cookie = jar.cookieFor({ token })
  const isJson = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { token, ...(cookie && { cookie }), ...(isJson && { 'content-type': 'application/json' }) },
    ...(body && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  })
  if (answer.status >= 500) throw new Error(`status ${answer.status}`)
  const envelope = (await answer.json()) as Answer
  jar.store(cookie, { setCookie: answer.headers.getSetCookie(), body: envelope })
  return envelope
}

/**
 * Signs the administrator in over HTTP.
 * @returns the access token
 */
export const signInTo = async ({ url }: Product): Promise<string> => {
  const verified = await send(url, '/api/sys/login/verify/v1', '', admin)
  const { tempToken } = verified.data as { tempToken: string }
  const opened = await send(url, '/api/sys/login/accessToken/v1', tempToken, {})
  return (opened.data as { token: string }).token
}
