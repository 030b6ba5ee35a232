import { translationsErrors } from '@atrium/contract/features/system/translations/translations.errors.ts'
import { expect, it } from 'vitest'
import { readPo } from './po-file.ts'

const head = 'msgid ""\nmsgstr ""\n"Language: en\\n"\n\n'

it('reads a source of many lines in a time that grows with them alone', () => {
  const begun = performance.now()
  const { texts } = readPo(Buffer.from(`${head}msgid ""\n${'"ab"\n'.repeat(20_000)}msgstr "x"\n`))
  expect(texts).toEqual([{ id: 'ab'.repeat(20_000), text: 'x', line: 5 }])
  expect(performance.now() - begun).toBeLessThan(2000)
})

it('refuses quickly what has blank lines alone, or more texts than are imported', () => {
  const { unreadableFile, tooManyTexts } = translationsErrors
  const begun = performance.now()
  expect(() => readPo(Buffer.from('\n'.repeat(1_000_000)))).toThrow(unreadableFile.msg)
  const entries = Array.from({ length: 100_000 }, (_, at) => `msgid "${at}"\nmsgstr "x"\n`)
  expect(() => readPo(Buffer.from(head + entries.join('\n')))).toThrow(tooManyTexts.msg)
  expect(performance.now() - begun).toBeLessThan(2000)
})

it('leaves out a source that nothing follows', () => {
  expect(readPo(Buffer.from(`${head}msgid "one"\n`)).texts).toEqual([])
  expect(readPo(Buffer.from(`${head}msgid "one"\n\nmsgid "two"\nmsgstr "2"\n`)).texts).toMatchObject([{ id: 'two' }])
})

it('takes words of the machine as sources and meanings', () => {
  const file = `${head}msgctxt "__proto__"\nmsgid "polluted"\nmsgstr "x"\n\nmsgid "constructor"\nmsgstr "y"\n`
  expect(readPo(Buffer.from(file)).texts).toEqual([
    { id: 'constructor', text: 'y', line: 9 },
    { id: 'polluted@__proto__', text: 'x', line: 5 },
  ])
  expect({}).not.toHaveProperty('polluted')
})
