import { expect, it } from 'vitest'
import { csvLine } from './csv-text.ts'

it('quotes what would break a line or a cell', () =>
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","say ""hi""","two\nlines",\r\n'))
it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '  =1', '＝1', '＠x'])('disarms %j', (text) =>
  expect(csvLine([text])).toBe(`'${text}\r\n`),
)
it('disarms a carriage return and quotes it', () => expect(csvLine(['\rx'])).toBe(`"'\rx"\r\n`))
