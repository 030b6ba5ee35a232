import { tell } from '../kernel/texts/operator-language.ts'
/** A number of bytes for people. */
export const describeBytes = (bytes: number): string => {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1000)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
/** Seconds for people. */
export const describeMs = (ms: number): string => tell('{seconds} 秒', { seconds: (ms / 1000).toFixed(1) })
