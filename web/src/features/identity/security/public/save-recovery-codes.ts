import { saveText } from '../../../../ui/save-file.ts'

/** Downloads recovery codes, one a line. */
export const saveRecoveryCodes = (codes: readonly string[]): void =>
  saveText('recovery-codes.txt', `${codes.join('\n')}\n`)
