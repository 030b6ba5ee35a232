import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const page = readFileSync(path.join(root, 'docs/modules/ports.md'), 'utf8')
/** A block of code begins with a comment that names the file it quotes. */
const quotes = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', block = '']) => {
  const [, file = '', code = ''] = /^(?:\/\/|--) (\S+)\n([\s\S]*)$/.exec(block) ?? []
  return { file, code, language }
})
/** Lines without the indent that they have in common with those around them. */
const linesOf = (text: string) => text.split('\n').map((line) => line.trim())

describe('the page of ports', () => {
  it('quotes the module that tries them', () => {
    expect(quotes.length).toBeGreaterThan(0)
  })
  it.each(quotes)('has lines of $file as they are', ({ file, code }) => {
    const folder = file.startsWith('examples/') ? '' : 'kit/test/ports'
    const source = linesOf(readFileSync(path.join(root, folder, file), 'utf8')).join('\n')
    // `…` stands for what is left out.
    for (const part of code.split(/^\s*…\n/m)) expect(source).toContain(linesOf(part).join('\n').trim())
  })
})
