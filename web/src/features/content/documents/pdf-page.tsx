import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'

/** Sharp on dense screens, and no larger than a phone can hold. */
const mostPixelRatio = 2
/** Height of a page before it is known, as part of its width: A4. */
const usualShape = Math.SQRT2
const begunBefore = '400px'

/** Draws a page at the width of its canvas. Out: what stops it. */
const draw = (pdf: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement) => {
  let task: RenderTask | undefined
  let isStopped = false
  const run = async () => {
    const page = await pdf.getPage(number)
    if (isStopped) return
    const { width } = page.getViewport({ scale: 1 })
    const scale = (canvas.clientWidth / width) * Math.min(devicePixelRatio, mostPixelRatio)
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

/** A page of a PDF, drawn once it comes near the view. */
export const PdfPage = ({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: begunBefore,
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => (isNear && canvas.current ? draw(pdf, number, canvas.current) : undefined), [isNear, pdf, number])
  return (
    <li>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`第 ${number} 页，共 ${pdf.numPages} 页`}
        width={100}
        height={Math.round(100 * usualShape)}
      />
    </li>
  )
}
