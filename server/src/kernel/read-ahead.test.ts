import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** Items that note when they are asked for and that they were ended; the item at `failing` is an error. */
const listen = (count: number, failing = -1) => {
  const heard: string[] = []
  const items = (async function* () {
    try {
      for (let at = 0; at < count; at += 1) {
        heard.push(`asked ${at}`)
        if (at === failing) throw new Error(`item ${at}`)
        yield at
      }
    } finally {
      heard.push('ended')
    }
  })()
  return { heard, items }
}

it('asks for the next item while one is used, in their order', async () => {
  const { heard, items } = listen(3)
  for await (const item of readAhead(items)) {
    await turn()
    heard.push(`used ${item}`)
  }
  expect(heard).toEqual(['asked 0', 'asked 1', 'used 0', 'asked 2', 'used 1', 'ended', 'used 2'])
})

it('throws what fails once the items before are used', async () => {
  const { items } = listen(3, 1)
  const used: number[] = []
  const use = async () => {
    for await (const item of readAhead(items)) {
      await turn()
      used.push(item)
    }
  }
  await expect(use()).rejects.toThrow('item 1')
  expect(used).toEqual([0])
})

it('ends the items when its reader stops, whatever was asked for', async () => {
  for (const failing of [-1, 1]) {
    const { heard, items } = listen(3, failing)
    for await (const item of readAhead(items)) if (item === 0) break
    expect(heard).toEqual(['asked 0', 'asked 1', 'ended'])
  }
})
