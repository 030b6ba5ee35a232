import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ensureServingLogin } from '../../src/kernel/db/serving-login.ts'
import { countingJob } from '../counting-job.ts'
import { createJobStage, upTo } from '../job-stage.ts'
import { isThorough } from '../thorough.ts'

const kills = isThorough ? 20 : 3
const batchesPerLife = 3
const script = join(import.meta.dirname, '../dying-node.ts')

it(`does each batch of a run once, whose nodes are killed ${kills} times`, { timeout: 600_000 }, async () => {
  const stage = await createJobStage()
  await stage.startNode([countingJob()], false)
  const batches = kills * (batchesPerLife + 6) + 5
  const id = await stage.enqueue(batches, 5)
  const url = await ensureServingLogin(stage.ownerUrl)
  const liveAndDie = async (round: number) => {
    // Inside a batch, or shortly after one.
    const delayMs = round % 2 === 0 ? 0 : 1 + (round % 9)
    const args = [script, url, stage.platformCompany, String(batchesPerLife), String(delayMs)]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const died = once(child, 'exit')
    let isAlive = true
    died.finally(() => {
      isAlive = false
    })
    while (isAlive) {
      // The pause before the next attempt is cut short.
      await stage.sql(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
      await sleep(50)
    }
    expect((await died)[1]).toBe('SIGKILL')
    // Its heartbeat is found to be over at once.
    await stage.sql(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  }
  for (let round = 0; round < kills; round += 1) await liveAndDie(round)

  const survivors = await stage.readRun(id)
  expect(survivors).toMatchObject({ state: 'running', attempt: kills - 1 })
  expect(Number(survivors?.ok)).toBeGreaterThanOrEqual(kills * (batchesPerLife - 1))
  await stage.startNode([countingJob()])
  for (let isDone = false; !isDone; isDone = (await stage.readRun(id))?.state !== 'running') {
    await stage.sql(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
    await sleep(50)
  }
  await stage.becomes(id, { state: 'done', attempt: kills, total: batches, ok: batches, done: batches, failed: 0 })
  expect(await stage.readBatches(id)).toEqual(upTo(batches))
})
