// The same for the sources and the built server, which lie at different depths.
const [root = ''] = import.meta.dirname.split(/\/server\/(?:src|dist)(?:\/|$)/)
const maxMessageLength = 500
const maxFrameLength = 300
const maxFrames = 30

/** Removes paths of the machine, keeping paths within the product. */
const withoutMachinePaths = (text: string): string =>
  text
    .replace(/(?:file:\/\/)?(?:\/[^\s/()]+)*\/node_modules\//g, 'node_modules/')
    .replaceAll(`file://${root}/`, '')
    .replaceAll(`${root}/`, '')
    .replace(/(?:file:\/\/)?(?<![\w.:])(?:\/[\w.@+~-]+){2,}\/([\w.@+~-]+)/g, '$1')

/** Removes secrets, mail addresses, phone numbers and tokens. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]+@/g, '//***@')
    .replace(/((?:pass|secret|token|cipher|key)\w*["']?\s*[:=]\s*["']?)[^\s"',;)}]+/gi, '$1***')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '***')
    .replace(/(?=[\w+=-]*\d)[\w+=-]{24,}/g, '***')
    .replace(/\d{7,}/g, '***')

const toName = (error: Error): string => {
  const { name } = error.constructor
  return 'code' in error && typeof error.code === 'string' ? `${name} ${error.code}` : name
}

/** An error as it can be stored and shown: name, message without secrets, and stack without machine paths. */
export const sanitizedError = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: toName(error),
    message: withoutSecrets(withoutMachinePaths(error.message.slice(0, maxMessageLength))),
    stack: frames
      .slice(0, maxFrames)
      .map((frame) => withoutMachinePaths(frame.trim().slice(0, maxFrameLength)))
      .join('\n'),
  }
}
