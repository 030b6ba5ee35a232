import { accountErrors } from '@atrium/contract/features/account/account.errors.ts'
import { encodedAnew } from '../../kernel/pictures.ts'
import { AppError } from '../../kernel/scope.ts'

const side = 256

/** Makes a square portrait of whatever was uploaded. Throws `notAnImage` for what is no sound picture. */
export const portraitOf = async (bytes: Uint8Array): Promise<Buffer> => {
  const made = await encodedAnew(bytes, (image) =>
    image.resize(side, side, { fit: 'cover', position: 'attention' }).jpeg({ quality: 85 }),
  )
  if (!made) throw new AppError(accountErrors.notAnImage)
  return made
}
