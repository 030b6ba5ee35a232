import { randomInt, randomUUID } from 'node:crypto'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { drawCaptcha, glyphs } from './captcha-image.ts'
import { signInRepository } from './sign-in.repository.ts'

const length = 4
const ttlSeconds = 120

export type CaptchaService = ReturnType<typeof createCaptchaService>

export const createCaptchaService = (secrets: Secrets) => {
  const purpose = 'captcha'
  const toText = (id: string, answer: string) => `${id} ${answer.toUpperCase()}`
  return {
    /** A new captcha: its image, and its id in the header the specification names. */
    async issue(db: Db) {
      const id = randomUUID()
      const answer = Array.from({ length }, () => glyphs.charAt(randomInt(glyphs.length))).join('')
      await signInRepository.insertCaptcha(db, id, secrets.sign(purpose, toText(id, answer)), ttlSeconds)
      const headers = { uuid: id, 'access-control-expose-headers': 'uuid' }
      return { bytes: await drawCaptcha(answer), type: 'image/png', headers }
    },
    /**
     * Throws `wrongCaptcha` for a wrong, missing, used or expired answer. Missing is wrong: only the server turns
     * captchas off.
     */
    async check(db: Db, id: string | undefined, answer: string | undefined) {
      const captcha = id === undefined ? undefined : await signInRepository.takeCaptcha(db, id)
      const isCorrect =
        captcha?.live === true &&
        id !== undefined &&
        secrets.isSigned(purpose, toText(id, answer ?? ''), captcha.answerHash)
      if (!isCorrect) throw new AppError(signInErrors.wrongCaptcha, { data: { needCaptcha: true } })
    },
  }
}
