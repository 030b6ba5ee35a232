import sharp, { type Sharp } from 'sharp'
import { AppError } from './scope.ts'
import { digest } from './secrets.ts'
import { semaphore } from './semaphore.ts'

const maxPixels = 16_000_000
const encodeInTurn = semaphore(1, 50)

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

/**
 * Decodes an uploaded image, applies its orientation, shapes it and encodes it again, so that nothing but pixels
 * survives. Out: the bytes; undefined for anything but a valid JPG or PNG of at most 16 megapixels.
 */
export const reencodeImage = async (bytes: Uint8Array, shape: (image: Sharp) => Sharp): Promise<Buffer | undefined> => {
  if (!isJpeg(bytes) && !isPng(bytes)) return undefined
  const made = shape(sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate())
  try {
    return await encodeInTurn(() => made.toBuffer())
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  }
}

/** Version of a picture for its URL: the first 16 characters of a digest of its bytes. */
export const imageVersionOf = (image: Buffer): string =>
  digest(image.toString('base64')).toString('base64url').slice(0, 16)
