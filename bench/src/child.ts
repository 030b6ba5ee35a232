import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '../..')
export type Server = { url: string; pid: number; startMs: number; stop(): Promise<void> }

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

const answering = async (url: string, child: ChildProcess) => {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(20)
  }
  throw new Error(`${url} did not answer`)
}

/** Runs a server in a process of its own, so that its CPU time can be told from the load's. In: its script, its environment, the path that answers when it is ready. */
export const startServer = async (script: string, env: Record<string, string>, readyPath: string): Promise<Server> => {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [path.join(root, script)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), METRICS_PORT: '0', ...env },
  })
  const url = `http://127.0.0.1:${port}`
  await answering(url + readyPath, child)
  return {
    url,
    pid: child.pid ?? 0,
    startMs: Math.round(performance.now() - began),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      if (child.exitCode !== null) return
      child.kill('SIGINT')
      await ended
    },
  }
}
