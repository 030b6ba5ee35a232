import { expect, it } from 'vitest'
import { problemWithText } from './text-problems.ts'

const problem = (text: string) => problemWithText('已导入 {ok} 行', text)

it.each(['{ok} rows', '{ok, plural, one {{ok} row} other {{ok} rows}}', 'It’s {ok}', "Don't {ok}"])(
  '%j is said',
  (text) => {
    expect(problem(text)).toBeUndefined()
  },
)

it.each([
  ['{ok, plural, one {{ok} row}}', 'plural 缺少 other'],
  ['{ok, select, a {b}}', 'select 缺少 other'],
  ['{ok, plural, other {{ok, foo}}}', '不支持 foo 格式，请直接写 {ok}'],
  ['{ok, number, integer} rows', '不支持 number 格式，请直接写 {ok}'],
  ['{ok, date}', '不支持 date 格式，请直接写 {ok}'],
  ['{ok, plural, one {# row} other {# rows}}', '请写 {ok}，不要用 # 或 offset'],
  ["'{ok}'", '缺少 {ok}'],
])('%j is refused, as it would not be said', (text, msg) => {
  expect(problem(text)).toBe(msg)
})

it('braces around what is no name of a value are text', () => {
  expect(problemWithText('各段为字母或 {参数}', 'letters or a parameter in braces')).toBeUndefined()
})
