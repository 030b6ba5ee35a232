import { accountErrors } from '@atrium/contract/features/identity/account/account.errors.ts'
import { reencodeImage } from '../../../kernel/pictures.ts'
import { AppError } from '../../../kernel/scope.ts'

const side = 256
const thumbnailSide = 64

/** What every portrait is, as a file. */
export const portraitShape = { type: 'image/jpeg', width: side, height: side } as const

/**
 * Makes a square JPEG portrait of an uploaded image, and a small one for lists.
 * @throws `notAnImage` for anything else
 */
export const toPortrait = async (bytes: Uint8Array): Promise<{ image: Buffer; thumbnail: Buffer }> => {
  const encoded = await reencodeImage(bytes, (image) =>
    image.resize(side, side, { fit: 'cover', position: 'attention' }).jpeg({ quality: 85 }),
  )
  const thumbnail =
    encoded && (await reencodeImage(encoded, (image) => image.resize(thumbnailSide).jpeg({ quality: 75 })))
  if (!encoded || !thumbnail) throw new AppError(accountErrors.notAnImage)
  return { image: encoded, thumbnail }
}
