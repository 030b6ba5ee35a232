import { accountErrors } from '@atrium/contract/features/account/account.errors.ts'
import sharp from 'sharp'
import { AppError } from '../../kernel/scope.ts'
import { workPool } from '../../kernel/work-pool.ts'

const side = 256
const maxPixels = 16_000_000
const inTurn = workPool(1, 50)

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

/**
 * Makes a portrait of whatever was uploaded: decoded, turned upright, cropped to a square and encoded anew, so that
 * nothing but pixels survives (threat T20). Throws `notAnImage` for anything but a sound JPG or PNG of at most 16 megapixels.
 */
export const portraitOf = async (bytes: Uint8Array): Promise<Buffer> => {
  if (!isJpeg(bytes) && !isPng(bytes)) throw new AppError(accountErrors.notAnImage)
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const made = image.rotate().resize(side, side, { fit: 'cover', position: 'attention' }).jpeg({ quality: 85 })
  try {
    return await inTurn(() => made.toBuffer())
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(accountErrors.notAnImage)
  }
}
