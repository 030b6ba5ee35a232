import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { operatorLanguage, speakToOperator, tell, toStored } from './operator-language.ts'

it.each([
  [{}, 'zh-CN'],
  [{ LANG: 'C.UTF-8' }, 'zh-CN'],
  [{ LANG: 'POSIX' }, 'zh-CN'],
  [{ LANG: 'zh_TW.UTF-8' }, 'zh-CN'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'en_GB' }, 'en'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'zh-CN'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: '' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8', ATRIUM_LANGUAGE: 'en' }, 'en'],
  [{ LC_ALL: 'en_US.UTF-8', ATRIUM_LANGUAGE: 'zh-CN' }, 'zh-CN'],
  [{ LANG: 'sr_RS@latin' }, 'en'],
])('of %j is %s', (env, tag) => {
  expect(operatorLanguage(env, ['zh-CN', 'en'])).toBe(tag)
})

it('is kept from what is stored', () => {
  const texts = join(import.meta.dirname, '../../../../texts')
  speakToOperator([texts], { LANG: 'en_US.UTF-8' })
  onTestFinished(() => speakToOperator([texts], {}))
  const fault = tell('备份 {backup} 缺少 {part}', { backup: 'b1', part: 'users' })
  const said = tell('{fault}，没有做任何改动', { fault })
  expect(said).toBe('Backup b1 lacks users; nothing was changed')
  expect(toStored(said)).toBe('备份 b1 缺少 users，没有做任何改动')
})
