import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')
const longestMessage = 500
const longestFrame = 300
const mostFrames = 30

/** Where the product lies on its machine is nobody's business; where in the product something failed is. */
const withoutMachine = (text: string): string =>
  text
    .replace(/(?:file:\/\/)?(?:\/[^\s/()]+)*\/node_modules\//g, 'node_modules/')
    .replaceAll(`file://${root}/`, '')
    .replaceAll(`${root}/`, '')
    .replace(/(?:file:\/\/)?(?<![\w.:])(?:\/[\w.@+~-]+){2,}\/([\w.@+~-]+)/g, '$1')

/** A text without what sounds like a secret, a person's address or number, or like a token. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]+@/g, '//***@')
    .replace(/((?:pass|secret|token|cipher|key)\w*["']?\s*[:=]\s*["']?)[^\s"',;)}]+/gi, '$1***')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '***')
    .replace(/(?=[\w+=-]*\d)[\w+=-]{24,}/g, '***')
    .replace(/\d{7,}/g, '***')

const nameOf = (error: Error): string => {
  const { name } = error.constructor
  return 'code' in error && typeof error.code === 'string' ? `${name} ${error.code}` : name
}

/** An error as it may be kept and shown: its name, its message without secrets, and the frames of its stack without the machine's paths. */
export const shownError = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: nameOf(error),
    message: withoutSecrets(withoutMachine(error.message.slice(0, longestMessage))),
    stack: frames
      .slice(0, mostFrames)
      .map((frame) => withoutMachine(frame.trim().slice(0, longestFrame)))
      .join('\n'),
  }
}
