import { saveFile } from '../save-file.ts'
import type { Size } from './rect.ts'
import type { SaveAs } from './save-menu.tsx'

const margin = 24
/** Browsers draw no larger pictures. */
const mostPixels = 16_000
/** What the style sheets say of shapes and texts, which a file does not have. */
const styled = ['fill', 'stroke', 'stroke-width', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'opacity']

/** A copy of a drawing that looks the same without style sheets. Takes the `svg` that holds all of it. */
const copyWithStyles = (drawing: SVGSVGElement, { width, height }: Size): SVGSVGElement => {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [at, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[at]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of styled) element.setAttribute(name, style.getPropertyValue(name))
    for (const name of ['class', 'tabindex', 'style']) element.removeAttribute(name)
  }
  copy.firstElementChild?.removeAttribute('transform')
  const [wide, high] = [width + 2 * margin, height + 2 * margin]
  copy.setAttribute('viewBox', `${-margin} ${-margin} ${wide} ${high}`)
  copy.setAttribute('width', String(wide))
  copy.setAttribute('height', String(high))
  copy.removeAttribute('class')
  return copy
}

const toBlob = (copy: SVGSVGElement) =>
  new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml;charset=utf-8' })

/** Downloads a drawing as SVG. */
const saveAsSvg = (name: string, drawing: SVGSVGElement, size: Size): void =>
  saveFile(`${name}.svg`, toBlob(copyWithStyles(drawing, size)))

/** Downloads a drawing as a picture with twice as many pixels, or as many as browsers can. */
const saveAsPng = async (name: string, drawing: SVGSVGElement, size: Size): Promise<void> => {
  const copy = copyWithStyles(drawing, size)
  const address = URL.createObjectURL(toBlob(copy))
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const scale = Math.min(2, mostPixels / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = picture.width * scale
    canvas.height = picture.height * scale
    const paint = canvas.getContext('2d')
    if (!paint) return
    paint.fillStyle = getComputedStyle(drawing).backgroundColor
    paint.fillRect(0, 0, canvas.width, canvas.height)
    paint.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) saveFile(`${name}.png`, blob)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Prints a drawing alone, on one page. */
const printDrawing = (drawing: SVGSVGElement, size: Size): void => {
  const sheet = document.createElement('div')
  sheet.className = 'printed-drawing'
  sheet.append(copyWithStyles(drawing, size))
  document.body.append(sheet)
  addEventListener('afterprint', () => sheet.remove(), { once: true })
  print()
}

/** Downloads or prints a drawing. Takes the name of the file and the `svg` that holds all of it. */
export const saveDrawing = (as: SaveAs, name: string, drawing: SVGSVGElement, size: Size): void => {
  if (as === 'svg') saveAsSvg(name, drawing, size)
  else if (as === 'png') void saveAsPng(name, drawing, size)
  else printDrawing(drawing, size)
}
