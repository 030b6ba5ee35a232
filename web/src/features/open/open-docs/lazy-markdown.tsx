import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'

const MarkdownText = lazy(async () => ({ default: (await import('../../../ui/markdown-text.tsx')).MarkdownText }))

/** Markdown, whose renderer is loaded when it is shown. */
export const LazyMarkdown = ({ text }: { text: string }) =>
  text !== '' && (
    <div className="api-text">
      <Suspense fallback={<Skeleton lines={6} />}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  )
