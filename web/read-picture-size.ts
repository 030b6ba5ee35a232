import { readFileSync } from 'node:fs'

const lossyStart = 26
const losslessStart = 21
const fourteenBits = 0x3fff

/**
 * Width and height of a WebP picture, from its head.
 * @throws an Error if the file is none, or of the extended format, which has animations and profiles
 */
export const readPictureSize = (file: string): { width: number; height: number } => {
  const bytes = readFileSync(file)
  const kind = bytes.toString('latin1', 8, 16)
  if (kind === 'WEBPVP8 ')
    return {
      width: bytes.readUInt16LE(lossyStart) & fourteenBits,
      height: bytes.readUInt16LE(lossyStart + 2) & fourteenBits,
    }
  if (kind !== 'WEBPVP8L') throw new Error(`${file} 不是普通的 WebP 图片`)
  const sizes = bytes.readUInt32LE(losslessStart)
  return { width: (sizes & fourteenBits) + 1, height: ((sizes >>> 14) & fourteenBits) + 1 }
}
