/** So many of the most frequent words are also recognised in disguise; rarer ones would refuse too much. */
const frequentCount = 10_000
/** Shorter words are found in many a good password. */
const leastLetters = 5

type Known = { all: ReadonlySet<string>; frequent: ReadonlySet<string> }
let known: Promise<Known> | undefined

// Eight megabytes that only whoever chooses a password needs: loaded with the first one.
const load = async (): Promise<Known> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common']
  return { all: new Set(words), frequent: new Set(words.slice(0, frequentCount)) }
}

const disguises: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', '3': 'e', $: 's', '5': 's' }
const unmasked = (text: string, one: string) =>
  text.replaceAll(/[@0$531]/g, (sign) => (sign === '1' ? one : (disguises[sign] ?? sign))).replaceAll(/[^a-z]/g, '')

/** The word a password was made of: `P@ssw0rd123!` gives `password`. A 1 may have been an l or an i. */
const wordsIn = (lower: string): string[] => {
  const core = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  return ['l', 'i'].map((one) => unmasked(core, one)).filter((word) => word.length >= leastLetters)
}

/** One character again and again, or one after the other: `aaaaaaaa`, `12345678`, `hgfedcba`. */
const isRun = (text: string): boolean => {
  const steps = Array.from(text, (sign, at) => (text.codePointAt(at + 1) ?? 0) - (sign.codePointAt(0) ?? 0))
  const [step = 0, ...others] = steps.slice(0, -1)
  return Math.abs(step) <= 1 && others.every((other) => other === step)
}

/**
 * Whether this is one of the passwords that everybody tries first (ASVS 6.2.4): listed, listed once its special
 * characters are left out, one of the most frequent words with the usual substitutions and decorations, or a mere run.
 */
export const isKnownPassword = async (password: string): Promise<boolean> => {
  known ??= load()
  const { all, frequent } = await known
  const lower = password.toLowerCase()
  const words = wordsIn(lower)
  return (
    all.has(lower) ||
    all.has(lower.replaceAll(/[^a-z0-9]/g, '')) ||
    isRun(lower) ||
    words.some((word) => frequent.has(word) || isRun(word))
  )
}
