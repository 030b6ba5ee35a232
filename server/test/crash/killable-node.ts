import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStates } from '@atrium/contract/kernel/job-states.ts'
import { ensureServingLogin } from '../../src/kernel/db/serving-login.ts'
import { readPlatformCompany } from '../factories.ts'
import { type TestApp, testSecretKey } from '../harness.ts'
import { isThorough } from '../thorough.ts'

export const kills = isThorough ? 20 : 2
const isOpen = (state: unknown) => (openStates as readonly unknown[]).includes(state)
const script = join(import.meta.dirname, '../working-node.ts')

/**
 * A node that works on the runs of an app which does not, to be killed on its way. Takes a network that may be called
 * beside public addresses.
 */
export const createKillableNode = async (app: TestApp, network = '') => {
  const url = await ensureServingLogin(app.ownerUrl)
  const args = [script, url, app.fileFolder, await readPlatformCompany(app), testSecretKey, network]
  let node: ChildProcess | undefined
  let died: Promise<unknown> = Promise.resolve()
  const readRun = async (id: string) =>
    (await app.sql('select state, ok, problem from job_runs where id = $1', [id]))[0]
  const start = () => {
    node = spawn(process.execPath, args, { stdio: 'ignore' })
    died = once(node, 'exit')
  }
  const kill = async () => {
    node?.kill('SIGKILL')
    await died
  }
  return {
    start,
    kill,
    readRun,
    /** @throws if it ends otherwise */
    async ends(id: string, state: string) {
      for (;;) {
        const run = await readRun(id)
        if (run?.state === state) return
        if (!isOpen(run?.state)) throw new Error(`the run is ${run?.state}: ${run?.problem}`)
        await sleep(50)
      }
    },
    /**
     * Kills it again and again within a batch of a run, after one that was committed, and starts it again. Takes the
     * run, its jobs, and what a batch takes at most.
     */
    async killOften(id: string, jobs: readonly string[], batchMs = 300) {
      let done = 0
      for (let round = 0; round < kills; round += 1) {
        let run = await readRun(id)
        while (Number(run?.ok) <= done && run?.state !== 'done') {
          await sleep(10)
          run = await readRun(id)
        }
        done = Number(run?.ok)
        await sleep(Math.random() * batchMs)
        await kill()
        // As the queue does once its heartbeat is over.
        await app.sql(
          `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
           where name = any($1) and state = 'active'`,
          [jobs],
        )
        start()
      }
    },
  }
}
