import { readFileSync } from 'node:fs'

const kindStart = 8
const sizeStart = 24
const bytesOfSize = 3

/**
 * Width and height of a WebP picture, from its head.
 * @throws an Error unless it is of the extended format, which browsers write
 */
export const readPictureSize = (file: string): { width: number; height: number } => {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', kindStart, kindStart + 8) !== 'WEBPVP8X')
    throw new Error(`${file} 不是 npm run handbook-pictures 写出的 WebP 图片`)
  return {
    width: bytes.readUIntLE(sizeStart, bytesOfSize) + 1,
    height: bytes.readUIntLE(sizeStart + bytesOfSize, bytesOfSize) + 1,
  }
}
