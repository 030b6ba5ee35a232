import { withoutInvisible } from '@atrium/contract/kernel/visible-text.ts'
import { type OutsidePerson, refused } from './adapter.ts'

/** As OpenID Connect Core (section 2) limits it, in characters of any script. */
const maxSubject = 255
const maxName = 60
const maxMail = 254
const control = /\p{Cc}/u
const isExact = (text: string) => text.isWellFormed() && !control.test(text)
const lines = /\s+/g

/** The beginning of a text, without half a character at its end. */
export const takeBeginning = (text: string, most: number): string =>
  text.slice(0, most).toWellFormed().replaceAll('\uFFFD', '').trim()
const cleanName = (name: string): string =>
  takeBeginning(withoutInvisible(takeBeginning(name, maxName * 10).replace(lines, ' ')), maxName)

/**
 * A person as any provider has named them, in texts that can be stored and shown: the one place for all kinds. A
 * subject is never changed, as two could become one.
 * @throws `refused` for one that cannot be stored
 */
export const cleanPerson = ({ subject, name, mail, claims }: OutsidePerson): OutsidePerson => {
  if (subject === '' || subject.length > maxSubject || !isExact(subject)) throw refused()
  return {
    subject,
    name: cleanName(name),
    mail: mail.length <= maxMail && isExact(mail) ? mail : '',
    claims,
  }
}
