import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../ui/texts.ts'
import type { InTurn } from './in-turn.ts'

/** Sharp on dense screens, and no larger than a phone can hold. */
const mostPixelRatio = 2
const begunBefore = '400px'
/** Pages whose text is laid before they come near the view, so that the browser finds it. */
const eagerPages = 300

/** Gives the place of a page its shape, and the scale of its text. */
const shape = (page: PDFPageProxy, place: HTMLElement) => {
  const { width, height } = page.getViewport({ scale: 1 })
  place.style.aspectRatio = `${width} / ${height}`
  place.style.setProperty('--page-width', String(width))
  return width
}

/**
 * Draws a page at the width of its place.
 * @returns what stops it
 */
const draw = (pdf: PDFDocumentProxy, number: number, place: HTMLElement, canvas: HTMLCanvasElement) => {
  let task: RenderTask | undefined
  let isStopped = false
  const run = async () => {
    const page = await pdf.getPage(number)
    if (isStopped) return
    const width = shape(page, place)
    const scale = (place.clientWidth / width) * Math.min(devicePixelRatio, mostPixelRatio)
    const viewport = page.getViewport({ scale })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    task = page.render({ canvas, viewport })
    await task.promise
  }
  run().catch((error: unknown) => {
    if (!isStopped) throw error
  })
  return () => {
    isStopped = true
    task?.cancel()
  }
}

/**
 * Lays the text of a page over its picture, to be selected and found.
 * @returns what stops it
 */
const layText = (pdf: PDFDocumentProxy, number: number, place: HTMLElement, container: HTMLElement, inTurn: InTurn) => {
  let isStopped = false
  const run = async () => {
    if (isStopped) return
    const page = await pdf.getPage(number)
    const textContentSource = await page.getTextContent()
    if (isStopped) return
    shape(page, place)
    await new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: 1 }) }).render()
  }
  inTurn(run).catch((error: unknown) => {
    if (!isStopped) throw error
  })
  return () => {
    isStopped = true
    container.replaceChildren()
  }
}

type PdfPageProps = {
  pdf: PDFDocumentProxy
  number: number
  /** Lays the texts of pages one after the other, so that none holds up the drawing. */
  inTurn: InTurn
}

/** A page of a PDF, drawn once it comes near the view. */
export const PdfPage = ({ pdf, number, inTurn }: PdfPageProps) => {
  const place = useRef<HTMLLIElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const isRead = isNear || number <= eagerPages
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: begunBefore,
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(
    () => (isNear && place.current && canvas.current ? draw(pdf, number, place.current, canvas.current) : undefined),
    [isNear, pdf, number],
  )
  useEffect(
    () =>
      isRead && place.current && text.current ? layText(pdf, number, place.current, text.current, inTurn) : undefined,
    [isRead, pdf, number, inTurn],
  )
  return (
    <li ref={place}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('第 {number} 页，共 {numPages} 页', { number, numPages: pdf.numPages })}
      />
      <div ref={text} className="preview-page-text" />
    </li>
  )
}
