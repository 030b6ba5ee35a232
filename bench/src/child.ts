import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '../..')
const patienceMs = 60_000
const running = new Set<ChildProcess>()
export type Server = { url: string; pid: number; startMs: number; stop(): Promise<void> }

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

const answering = async (url: string, child: ChildProcess) => {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    if (!running.has(child)) throw new Error(`${url} 还没有应答，进程就结束了（${child.signalCode ?? child.exitCode}）`)
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(10)
  }
  throw new Error(`${url} 在 ${patienceMs / 1000} 秒内没有应答`)
}

const end = async (child: ChildProcess) => {
  if (!running.has(child)) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(late)
}

/** Runs a server in a process of its own, so that its CPU time can be told from the load's. In: its script, its environment, the path that answers when it is ready. */
export const startServer = async (script: string, env: Record<string, string>, readyPath: string): Promise<Server> => {
  const port = await freePort()
  // As `npm start` sets it: what Node made of our TypeScript stays for the next start.
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
  await answering(url + readyPath, child)
  return { url, pid: child.pid ?? 0, startMs: Math.round(performance.now() - began), stop: () => end(child) }
}

/** Ends whatever is still running, however the bench came to its end. */
export const stopServers = async () => {
  await Promise.all([...running].map(end))
}
