import { createReadStream } from 'node:fs'
import { Refusal } from './refusal.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'gb18030'

async function* decode(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

const isDecodable = async (path: string, encoding: Encoding): Promise<boolean> => {
  try {
    for await (const _ of decode(path, encoding));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Text of a CSV file. UTF-16 has a mark. What is valid UTF-8 from beginning to end is UTF-8: Chinese text in GB18030
 * is not, but for accidents of a few letters. Anything else is GB18030, as Excel saves CSV in China.
 * @throws Refusal for a file that is neither
 */
export const decodeCsv = async (path: string, start: Uint8Array): Promise<AsyncGenerator<string>> => {
  if (start[0] === 0xff && start[1] === 0xfe) return decode(path, 'utf-16le')
  if (await isDecodable(path, 'utf-8')) return decode(path, 'utf-8')
  if (await isDecodable(path, 'gb18030')) return decode(path, 'gb18030')
  throw new Refusal('unknownEncoding')
}
