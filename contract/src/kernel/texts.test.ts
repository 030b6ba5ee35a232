import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterEach, describe, expect, it } from 'vitest'
import { createLanguage, setLanguageSource, sourceLanguage, t } from './texts.ts'

const source = createLanguage(sourceLanguage, {})
const english = createLanguage('en', {
  保存: compileMessage('Save'),
  停用: compileMessage('Disable'),
  '停用@state': compileMessage('Disabled'),
  '已读 {count} 条': compileMessage('Read {count, plural, one {{count} item}}'),
  '已选 {count} 条': compileMessage('Selected {count, none}'),
  '已导入 {count} 行': compileMessage('Imported {count, plural, one {{count} row} other {{count} rows}}'),
})
const speak = (language: typeof source) => setLanguageSource(() => language)
afterEach(() => speak(source))

describe('a text', () => {
  it('is as in the code in Chinese, with its values', () => {
    expect(t('保存')).toBe('保存')
    expect(t('已导入 {count} 行', { count: 3 })).toBe('已导入 3 行')
    expect(t('停用', { context: 'state' })).toBe('停用')
  })
  it('is translated, with plurals, also of values that were formatted before', () => {
    speak(english)
    expect(t('保存')).toBe('Save')
    expect(t('已导入 {count} 行', { count: 1 })).toBe('Imported 1 row')
    expect(t('已导入 {count} 行', { count: '1,234' })).toBe('Imported 1,234 rows')
  })
  it('has the meaning of its context, and else its usual one', () => {
    speak(english)
    expect(t('停用', { context: 'state' })).toBe('Disabled')
    expect(t('停用')).toBe('Disable')
    expect(t('停用', { context: 'unknown' })).toBe('Disable')
  })
  it('stays as it is without a translation, and a value that is missing is left out', () => {
    speak(english)
    expect(t('删除')).toBe('删除')
    expect(t('共 {count} 条', { count: null })).toBe('共  条')
  })
  it('is as in the code where its translation cannot be said', () => {
    speak(english)
    expect(t('已读 {count} 条', { count: 1 })).toBe('Read 1 item')
    expect(t('已读 {count} 条', { count: 5 })).toMatch(/^(Read |已读 5 条)$/)
    expect(t('已选 {count} 条', { count: 5 })).toBe('已选 5 条')
  })
})
