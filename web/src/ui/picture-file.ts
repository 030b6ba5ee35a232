/** What a file dialog for pictures offers. */
export const acceptedPictures = 'image/jpeg,image/png'

/** First bytes of JPG and PNG; file names prove nothing. */
const magicNumbers = ['ffd8ff', '89504e47']

/** Whether a file is a JPG or PNG by its content. */
export const isPicture = async (file: File): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return magicNumbers.some((beginning) => hex.startsWith(beginning))
}
