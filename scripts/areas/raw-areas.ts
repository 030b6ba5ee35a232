/** A code with its name. `from` and `until`: days, empty if not known and if it is in force. */
export type Area = { code: string; name: string; from: string; until: string; successor: string; document: string }

/** Digits of a code by level: province, city, county, town. */
export const levelLengths = [2, 4, 6, 9] as const

const codeLength = 6
/** Codes of provinces and cities are filled up to six digits. */
export const paddedCode = {
  of: (digits: string): string => digits.padEnd(codeLength, '0'),
  toLevel(code: string): number {
    if (code.length > codeLength) return 4
    if (code.endsWith('0000')) return 1
    return code.endsWith('00') ? 2 : 3
  },
  parentOf(code: string): string {
    const level = paddedCode.toLevel(code)
    if (level === 4) return code.slice(0, codeLength)
    return level === 1 ? '' : paddedCode.of(code.slice(0, level === 2 ? 2 : 4))
  },
}
