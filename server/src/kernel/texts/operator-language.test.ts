import { expect, it } from 'vitest'
import { operatorLanguage } from './operator-language.ts'

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
