import { findPreview } from '@atrium/contract/features/content/documents/document-fields.ts'
import { lazy, Suspense } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { MediaPreview } from './media-preview.tsx'
import { PicturePreview } from './picture-preview.tsx'
import type { Shown } from './shown.ts'
import { TextPreview } from './text-preview.tsx'
import './previews.css'

// Lazy: the library weighs more than the page.
const PdfPreview = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfPreview }))

const Content = (shown: Shown) => {
  const kind = findPreview(shown)
  switch (kind) {
    case 'picture':
      return <PicturePreview {...shown} />
    case 'pdf':
      return <PdfPreview {...shown} />
    case 'text':
      return <TextPreview {...shown} />
    case 'audio':
    case 'video':
      return <MediaPreview {...shown} kind={kind} />
    default:
      return <Empty title={t('该文件不支持预览')} hint={t('请下载后查看。')} />
  }
}

/** Shows a file by its type. */
export const Preview = (shown: Shown) => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <Content {...shown} />
  </Suspense>
)
