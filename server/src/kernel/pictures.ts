import sharp, { type Sharp } from 'sharp'
import { AppError } from './scope.ts'
import { digest } from './secrets.ts'
import { workPool } from './work-pool.ts'

const maxPixels = 16_000_000
const inTurn = workPool(1, 50)

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

/**
 * Makes a picture of whatever was uploaded: decoded, turned upright, shaped and encoded anew, so that nothing but pixels
 * survives (threat T20). Out: its bytes; undefined for anything but a sound JPG or PNG of at most 16 megapixels.
 */
export const encodedAnew = async (bytes: Uint8Array, shape: (image: Sharp) => Sharp): Promise<Buffer | undefined> => {
  if (!isJpeg(bytes) && !isPng(bytes)) return undefined
  const made = shape(sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate())
  try {
    return await inTurn(() => made.toBuffer())
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  }
}

/** What tells a picture from the one before it: 16 characters that are another's only if its bytes are. */
export const markOf = (image: Buffer): string => digest(image.toString('base64')).toString('base64url').slice(0, 16)
