import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const file = join(import.meta.dirname, 'collect-at-rest.ts')
/** Fills and drops memory, then waits until most of it is given back. */
const program = `
import { setTimeout as sleep } from 'node:timers/promises'
import { collectAtRest } from '${file}'
let kept = []
for (let round = 0; round < 300_000; round += 1) kept.push({ round, text: 'x'.repeat(round % 100) + round })
kept = []
const filled = process.memoryUsage().heapTotal
collectAtRest(100)
while (process.memoryUsage().heapTotal > filled / 2) await sleep(20)
`

it('gives memory back once a process rests', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
})
