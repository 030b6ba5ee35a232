import {
  acceptedEndings,
  type FileType,
  isTypeFor,
  maxPictureBytes,
  type Purpose,
} from '@atrium/contract/features/content/uploads/file-types.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Sharp } from 'sharp'
import type { ReceivedFile } from '../../../kernel/files/file-store.ts'
import { reencodeImage, sizeOfImage } from '../../../kernel/pictures.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { cleanName } from './clean-name.ts'
import { detectType } from './detect-type.ts'

/** A file that may be stored: its bytes, and what is known of it. */
export type PreparedFile = {
  received: ReceivedFile
  name: string
  type: FileType
  width: number | null
  height: number | null
}

const encoders: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 88 }),
  'image/png': (image) => image.png({ compressionLevel: 9 }),
}

const refusedType = (purpose: Purpose) => {
  const { code } = uploadsErrors.typeRefused
  return new AppError({
    code,
    msg: t('不支持该类型的文件，可上传 {purpose}', { purpose: acceptedEndings(purpose).replaceAll(',', ' ') }),
  })
}

const encodePicture = async (receive: Files['receive'], path: string, { type }: FileType) => {
  const encoder = encoders[type]
  const image = encoder && (await reencodeImage(path, encoder))
  if (!image) throw new AppError(uploadsErrors.badPicture)
  return { received: await receive([image]), ...(await sizeOfImage(image)) }
}

/**
 * Decides whether a received file may be stored, and re-encodes a picture. Takes also the digest that the caller
 * announced, if any.
 * @returns the file; its bytes are the received ones or new ones, and the caller discards both.
 * @throws empty, wrongDigest, typeRefused, contentMismatch, macros, pictureTooLarge, badPicture
 */
export const prepareFile = async (
  { receive }: Pick<Files, 'receive'>,
  file: SpooledFile,
  purpose: Purpose,
  announced?: string,
): Promise<PreparedFile> => {
  if (file.size === 0) throw new AppError(uploadsErrors.empty)
  if (announced !== undefined && announced !== file.sha256) throw new AppError(uploadsErrors.wrongDigest)
  const type = await detectType(file.path)
  if (type === undefined || !isTypeFor(purpose, type)) throw refusedType(purpose)
  const name = cleanName(file.name, type)
  if (type.kind !== 'picture')
    return { received: { ...file, discard: async () => undefined }, name, type, width: null, height: null }
  if (file.size > maxPictureBytes) throw new AppError(uploadsErrors.pictureTooLarge)
  return { name, type, ...(await encodePicture(receive, file.path, type)) }
}
