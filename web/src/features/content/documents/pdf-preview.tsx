import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { openPdf } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import type { Shown } from './shown.ts'
import { useContent } from './use-content.ts'

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

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
  if (isBroken) return <Empty title="无法显示该 PDF" hint="文件已损坏或已加密，请下载后查看。" />
  if (!pdf) return <Skeleton lines={6} />
  return (
    <ol className="preview-pages">
      {numbersTo(pdf.numPages).map((number) => (
        <PdfPage key={number} pdf={pdf} number={number} />
      ))}
    </ol>
  )
}

/** Shows a PDF, each page drawn as it comes into view. */
export const PdfPreview = ({ source }: Shown) => {
  const read = useContent(source)
  return <ReadState read={read}>{(content) => <Pages content={content} />}</ReadState>
}
