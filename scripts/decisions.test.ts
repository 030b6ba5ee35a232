import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../docs/decisions')
const files = readdirSync(folder).filter((name) => name !== 'README.md')

it('each decision has its number, a date and a status', () => {
  const wrong = files.filter((name) => {
    const number = Number(name.slice(0, 4))
    const start = new RegExp(`^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d{2}-\\d{2}\\. Status: [a-z].+\\.\\n`)
    return !start.test(readFileSync(path.join(folder, name), 'utf8'))
  })
  expect(wrong).toEqual([])
})

it('numbers are given once, and those that are missing are named', () => {
  const taken = files.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b)
  expect(new Set(taken).size).toBe(taken.length)
  const missing = Array.from({ length: taken.at(-1) ?? 0 }, (_, at) => at + 1).filter(
    (number) => !taken.includes(number),
  )
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain(`: ${missing.join(', ')}.`)
})
