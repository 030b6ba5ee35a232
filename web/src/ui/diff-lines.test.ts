import { expect, it } from 'vitest'
import { diffedLines } from './diff-lines.ts'

const signs = { same: ' ', added: '+', removed: '-', gap: '~' }
const drawn = (before: string, after: string) => diffedLines(before, after).map(({ kind, text }) => signs[kind] + text)

it('puts removed lines before added ones', () => expect(drawn('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']))

it('marks only an added last line as changed', () => expect(drawn('a', 'a\nb')).toEqual([' a', '+b']))

it('returns no lines for an empty side', () => {
  expect(drawn('', 'a')).toEqual(['+a'])
  expect(drawn('a', '')).toEqual(['-a'])
})

it('folds long unchanged sections', () => {
  const lines = Array.from({ length: 12 }, (_, at) => String(at))
  expect(drawn(lines.join('\n'), [...lines.slice(0, -1), 'x'].join('\n'))).toEqual([
    '~8 行未变',
    ' 8',
    ' 9',
    ' 10',
    '-11',
    '+x',
  ])
})

it('returns no changes for equal texts', () => expect(drawn('a', 'a')).toEqual([' a']))
