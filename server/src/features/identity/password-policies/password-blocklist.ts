/** Frequent words that are also recognised with substitutions; rarer ones would reject too many passwords. */
const frequentCount = 10_000
/** Shorter words occur in many good passwords. */
const minLetters = 5

type Blocklist = { all: ReadonlySet<string>; frequent: ReadonlySet<string> }
let blocklist: Promise<Blocklist> | undefined

// Eight megabytes that only password changes need: loaded on first use.
const loadBlocklist = async (): Promise<Blocklist> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common']
  return { all: new Set(words), frequent: new Set(words.slice(0, frequentCount)) }
}

const substitutions: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', '3': 'e', $: 's', '5': 's' }
const undoSubstitutions = (text: string, one: string) =>
  text.replaceAll(/[@0$531]/g, (sign) => (sign === '1' ? one : (substitutions[sign] ?? sign))).replaceAll(/[^a-z]/g, '')

/** The words a password is based on: `P@ssw0rd123!` gives `password`. A 1 may stand for l or i. */
const wordsIn = (lower: string): string[] => {
  const core = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  return ['l', 'i'].map((one) => undoSubstitutions(core, one)).filter((word) => word.length >= minLetters)
}

/** Repeated or consecutive characters: `aaaaaaaa`, `12345678`, `hgfedcba`. */
const isSequence = (text: string): boolean => {
  const steps = Array.from(text, (sign, at) => (text.codePointAt(at + 1) ?? 0) - (sign.codePointAt(0) ?? 0))
  const [step = 0, ...others] = steps.slice(0, -1)
  return Math.abs(step) <= 1 && others.every((other) => other === step)
}

/**
 * Whether a password is commonly used (ASVS 6.2.4): listed, listed without its special characters, a frequent word with
 * common substitutions and affixes, or a sequence.
 */
export const isBlocklistedPassword = async (password: string): Promise<boolean> => {
  blocklist ??= loadBlocklist()
  const { all, frequent } = await blocklist
  const lower = password.toLowerCase()
  const words = wordsIn(lower)
  return (
    all.has(lower) ||
    all.has(lower.replaceAll(/[^a-z0-9]/g, '')) ||
    isSequence(lower) ||
    words.some((word) => frequent.has(word) || isSequence(word))
  )
}
