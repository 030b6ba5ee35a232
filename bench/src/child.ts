import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '../..')
/** The product as `npm start` runs it. */
export const builtProduct = 'server/dist/main.js'
const startTimeoutMs = 60_000
const running = new Set<ChildProcess>()
export type Server = { url: string; pid: number; startMs: number; stop(): Promise<void> }

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

const waitUntilReady = async (url: string, child: ChildProcess) => {
  const until = performance.now() + startTimeoutMs
  while (performance.now() < until) {
    if (!running.has(child)) throw new Error(`${url} 还没有应答，进程就结束了（${child.signalCode ?? child.exitCode}）`)
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(10)
  }
  throw new Error(`${url} 在 ${startTimeoutMs / 1000} 秒内无响应`)
}

const stopChild = async (child: ChildProcess) => {
  if (!running.has(child)) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(late)
}

/**
 * Starts a server in its own process, to separate its CPU time from the load generator's. Waits until `readyPath`
 * responds.
 */
export const startServer = async (script: string, env: Record<string, string>, readyPath: string): Promise<Server> => {
  const port = await freePort()
  // As in `npm start`: reuses the compile cache.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(root, '.cache/node')
  const began = performance.now()
  const child = spawn(process.execPath, [path.join(root, script)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE, PORT: String(port), METRICS_PORT: '0', ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url + readyPath, child)
  return { url, pid: child.pid ?? 0, startMs: Math.round(performance.now() - began), stop: () => stopChild(child) }
}

/** Stops all servers that are still running. */
export const stopServers = async () => {
  await Promise.all([...running].map(stopChild))
}
