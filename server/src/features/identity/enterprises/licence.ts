import { enterprisesErrors } from '@atrium/contract/features/identity/enterprises/enterprises.errors.ts'
import { reencodeImage, sizeOfImage } from '../../../kernel/pictures.ts'
import { AppError } from '../../../kernel/scope.ts'

export const licenceType = 'image/jpeg'
/** Large enough to read the small print of a scanned A3 page. */
const maxSide = 2400

/**
 * Makes a JPEG of an uploaded business licence.
 * @throws `notALicence` for anything but JPG and PNG
 */
export const toLicence = async (file: Uint8Array) => {
  const bytes = await reencodeImage(file, (image) =>
    image.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' }).jpeg(),
  )
  if (!bytes) throw new AppError(enterprisesErrors.notALicence)
  return { bytes, name: '营业执照.jpg', purpose: 'company', type: licenceType, ...(await sizeOfImage(bytes)) }
}
