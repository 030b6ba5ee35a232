import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { PdfFiles } from './pdf-files.ts'

GlobalWorkerOptions.workerSrc = workerAddress

/**
 * Opens a PDF in a worker.
 * @returns the document, which rejects for a broken or encrypted one, and what closes it
 */
export const openPdf = (content: Blob): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  let task: PDFDocumentLoadingTask | undefined
  let isClosed = false
  const open = async () => {
    const data = new Uint8Array(await content.arrayBuffer())
    if (isClosed) throw new Error('closed')
    task = getDocument({
      data,
      BinaryDataFactory: PdfFiles,
      useWorkerFetch: false,
      // WebAssembly would need a weaker content security policy.
      useWasm: false,
    })
    return task.promise
  }
  return {
    document: open(),
    close() {
      isClosed = true
      void task?.destroy()
    },
  }
}
