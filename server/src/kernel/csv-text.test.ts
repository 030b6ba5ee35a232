import { expect, it } from 'vitest'
import { csvLine } from './csv-text.ts'

it('quotes line breaks, commas and quotes', () =>
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","say ""hi""","two\nlines",\r\n'))
it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '  =1', '＝1', '＠x'])('neutralises %j', (text) =>
  expect(csvLine([text])).toBe(`'${text}\r\n`),
)
it('neutralises and quotes a carriage return', () => expect(csvLine(['\rx'])).toBe(`"'\rx"\r\n`))
