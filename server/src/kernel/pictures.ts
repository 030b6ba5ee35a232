import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { AppError } from './scope.ts'
import { semaphore } from './semaphore.ts'

/** Loaded with the first picture: an idle node is 20 MB smaller without it. */
const library = async () => (await import('sharp')).default
const maxPixels = 16_000_000
const encodeInTurn = semaphore(1, 50)

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

const firstBytes = async (path: string): Promise<Uint8Array> => {
  const handle = await open(path, 'r')
  try {
    return (await handle.read(Buffer.alloc(8), 0, 8, 0)).buffer
  } finally {
    await handle.close()
  }
}

/**
 * Decodes an uploaded image, applies its orientation, shapes it and encodes it again, so that nothing but pixels
 * survives. Takes its bytes, or the path of the file that holds them.
 * @returns the bytes; undefined for anything but a valid JPG or PNG of at most 16 megapixels.
 */
export const reencodeImage = async (
  image: Uint8Array | string,
  shape: (image: Sharp) => Sharp,
): Promise<Buffer | undefined> => {
  const start = typeof image === 'string' ? await firstBytes(image) : image
  if (!isJpeg(start) && !isPng(start)) return undefined
  const sharp = await library()
  const made = shape(sharp(image, { limitInputPixels: maxPixels, failOn: 'error' }).rotate())
  try {
    return await encodeInTurn(() => made.toBuffer())
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  }
}

/** Width and height of an image that the product has encoded. */
export const sizeOfImage = async (image: Buffer): Promise<{ width: number; height: number }> => {
  const sharp = await library()
  const { width, height } = await sharp(image).metadata()
  return { width, height }
}
