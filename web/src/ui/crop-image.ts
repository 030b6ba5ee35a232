export type CropArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const side = 512

/**
 * Crops a square of an image to a JPEG of 512 × 512 pixels, with white behind transparency. The square is in image
 * pixels.
 * @throws when the browser cannot read or draw the image
 */
export const cropImage = async (src: string, { x, y, width, height }: CropArea): Promise<Blob> => {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser gives no canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, side, side)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, x, y, width, height, 0, 0, side, side)
  return new Promise((made, failed) => {
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('The canvas gave no picture'))), 'image/jpeg', 0.9)
  })
}
