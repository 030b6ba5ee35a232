import { accountErrors } from '@atrium/contract/features/identity/account/account.errors.ts'
import { reencodeImage } from '../../../kernel/pictures.ts'
import { AppError } from '../../../kernel/scope.ts'

const side = 256

/** Makes a square JPEG portrait of an uploaded image. Throws `notAnImage` for anything else. */
export const toPortrait = async (bytes: Uint8Array): Promise<Buffer> => {
  const encoded = await reencodeImage(bytes, (image) =>
    image.resize(side, side, { fit: 'cover', position: 'attention' }).jpeg({ quality: 85 }),
  )
  if (!encoded) throw new AppError(accountErrors.notAnImage)
  return encoded
}
