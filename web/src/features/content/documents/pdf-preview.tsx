import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { createInTurn } from './in-turn.ts'
import { openPdf } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import type { Shown } from './shown.ts'
import { useContent } from './use-content.ts'

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** All pages; tells the texts on them how wide they are shown. */
const PageList = ({ pdf }: { pdf: PDFDocumentProxy }) => {
  const list = useRef<HTMLOListElement>(null)
  const [inTurn] = useState(createInTurn)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const watcher = new ResizeObserver(() => element.style.setProperty('--shown-width', String(element.clientWidth)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <ol ref={list} className="preview-pages">
      {numbersTo(pdf.numPages).map((number) => (
        <PdfPage key={number} pdf={pdf} number={number} inTurn={inTurn} />
      ))}
    </ol>
  )
}

const Pages = ({ content }: { content: Blob }) => {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const { document, close } = openPdf(content)
    document.then(setPdf, () => setBroken(true))
    return () => {
      setPdf(undefined)
      close()
    }
  }, [content])
  if (isBroken) return <Empty title={t('无法显示该 PDF')} hint={t('文件已损坏或已加密，请下载后查看。')} />
  if (!pdf) return <Skeleton lines={6} />
  return <PageList pdf={pdf} />
}

/** Shows a PDF, each page drawn as it comes into view, with its text to be selected and found. */
export const PdfPreview = ({ source }: Shown) => {
  const read = useContent(source)
  return <ReadState read={read}>{(content) => <Pages content={content} />}</ReadState>
}
